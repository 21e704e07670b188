import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The built page goes into the package, where `pilein serve` and `pilein site` find it.
export default defineConfig({
    base: "./",
    build: {
        outDir: "../src/pilein/protocol/page",
        emptyOutDir: true,
        target: "es2022",
        assetsInlineLimit: 0,
        rollupOptions: {
            input: { index: "index.html", offline: "src/offline/offline.ts" },
            output: {
                entryFileNames: (chunk) => (chunk.name === "offline" ? "offline.js" : "assets/[name]-[hash].js"),
            },
        },
    },
    worker: { format: "es" },
    plugins: [svelte()],
    server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
    test: { include: ["tests/**/*.test.ts"] },
});
