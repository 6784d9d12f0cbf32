import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

declare const process: { env: Record<string, string | undefined> };

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.VEILLEE_WEB_OUT ?? "../src/veillee/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  test: { include: ["src/**/*.test.ts"] },
});
