// Build of the console, and of the script and style of the documentation, into static files in dist/web,
// which the service serves. During development `npx vite web` serves the sources and proxies everything else
// to the service at BELLWETHER_URL.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const service = process.env.BELLWETHER_URL ?? "http://127.0.0.1:8080";

/** Brotli takes too long to compress when a file is first asked for, so its form is built. */
const compressed = (dir: string): Plugin => ({
  name: "compressed",
  apply: "build",
  closeBundle: () => {
    for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }))
      if (/\.(js|css|svg)$/.test(name)) {
        const file = path.join(dir, name);
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
      }
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(path.join(import.meta.dirname, "../dist/web"))],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // Inlined images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", docs: "docs/docs.ts" },
      // The service writes the pages of the documentation, and so must know the names of their files.
      output: {
        entryFileNames: ({ name }) => (name === "docs" ? "docs/docs.js" : "assets/[name]-[hash].js"),
        assetFileNames: ({ names }) =>
          names.includes("docs.css") ? "docs/docs.css" : "assets/[name]-[hash][extname]",
      },
    },
  },
  // Words are shared with the service, and stand beside the root of the console.
  server: {
    fs: { allow: [".."] },
    proxy: { "/v1": service, "/docs": service },
  },
});
