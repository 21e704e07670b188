import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { engineOf } from "./lib/engine";
import { SocketCarrier, socketAddress } from "./protocol/socket";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the program");
const engine = engineOf(() => new SocketCarrier(socketAddress(location)));
export default mount(App, { target, props: { engine } });
