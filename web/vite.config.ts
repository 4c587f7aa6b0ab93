/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8642";

// Nothing is put into the page itself (no script, style or image as text): the content-security policy of
// the server allows files of its own only.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/nupp/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What most pages share is one file: many small ones are together larger, compressed, by 1.6 kB.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", test: /src.(lib|ui)./, minShareCount: 8 }] } },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/healthz": server,
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
