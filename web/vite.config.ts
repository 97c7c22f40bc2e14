// The console becomes static files in dist/web, which the service serves itself. While developing, `npx vite web` serves
// them as they are written and asks the service, at BELLWETHER_URL, for everything else.

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
    // Pictures in style sheets as data would need `data:` in more of the content policy than it should allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // Words are shared with the service, and stand beside the root of the console.
  server: { fs: { allow: [".."] }, proxy: { "/v1": service, "/docs": service } },
});
