import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { engineOf } from "./lib/engine";
import { linesOf } from "./lib/lines";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the program");
const engine = engineOf(linesOf(document));
export default mount(App, { target, props: { engine } });
