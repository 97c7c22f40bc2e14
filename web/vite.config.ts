// Build of the console into static files in dist/web, which the service serves. During development `npx vite web` serves the sources and
// proxies everything else to the service at BELLWETHER_URL.

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const service = process.env.BELLWETHER_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // Inlined images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // Words are shared with the service, and stand beside the root of the console.
  server: {
    fs: { allow: [".."] },
    proxy: { "/v1": service, "/docs": service },
  },
});
