import { mount } from "svelte";
import "../app.css";
import type { Story } from "../protocol/messages";
import Alone from "./Alone.svelte";

// A replay in a file of its own: `pilein fight --html` writes the story and the words of its sentences into the page.
interface Written {
    title: string;
    story: Story;
    sentences: Record<string, string>;
}

const data = document.getElementById("replay");
const target = document.getElementById("app");
if (data === null || target === null) throw new Error("this file has no replay in it");
mount(Alone, { target, props: JSON.parse(data.textContent ?? "") as Written });
