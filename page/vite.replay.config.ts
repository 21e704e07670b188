import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// One script and one style sheet, which `pilein fight --html` writes into its file.
export default defineConfig({
    build: {
        outDir: "../src/pilein/protocol/page/replay",
        emptyOutDir: true,
        target: "es2022",
        cssCodeSplit: false,
        lib: {
            entry: "src/replay/alone.ts",
            name: "replay",
            formats: ["iife"],
            fileName: () => "replay.js",
            cssFileName: "replay",
        },
    },
    plugins: [svelte()],
});
