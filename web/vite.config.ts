// Build of the console, and of the script and style of the documentation, into static files in dist/web,
// which the service serves. During development `npx vite web` serves the sources and proxies everything else
// to the service at BELLWETHER_URL.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { defineConfig, type Plugin, type Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

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

/** `["/data", () => import("./pages/data/data.js")],` */
const routePattern = /\["([^"]+)", \(\) => import\("\.\/([^"]+)\.js"\)/g;

/** Routes with their modules, as `routes.tsx` lists them. */
const routes = (): { route: string; module: string }[] =>
  [...readFileSync(path.join(import.meta.dirname, "routes.tsx"), "utf8").matchAll(routePattern)].map(
    ([, route = "", module = ""]) => ({ route, module: path.join(import.meta.dirname, `${module}.tsx`) }),
  );

/** So many pages that a module is in the file that pages share. */
const sharedByMost = 8;

/**
 * Groups modules by the pages that need them, so that a page is a few files: those of the door, those of the frame
 * around all pages with what the home page shares, those that other pages share, those of a prediction's tabs, and its
 * own. Home, which most visits begin with, has no form and no figure to load.
 */
const chunkNames = (): Rolldown.CodeSplittingNameFunction => {
  let reachedBy: Map<string, Set<string>> | undefined;
  return (id, context) => {
    reachedBy ??= reachesOf(context);
    const by = reachedBy.get(id) ?? new Set();
    if (by.has("door")) return "door";
    if (by.has("frame") || (by.has(home) && by.size > 1)) return "frame";
    if (by.size > 1 && [...by].every((module) => predictionPages.test(module))) return "prediction";
    return by.size >= sharedByMost ? "pages" : null;
  };
};

const home = path.join(import.meta.dirname, "pages/home/home.tsx");
const predictionPages = /pages\/(predictions|pipelines)\//;

/** For each module, the pages that need it at once. */
const reachesOf = (context: Rolldown.ChunkingContext): Map<string, Set<string>> => {
  const reached = new Map<string, Set<string>>();
  const reach = (id: string, from: string): void => {
    const known = reached.get(id) ?? new Set();
    if (known.has(from)) return;
    reached.set(id, known.add(from));
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reach(imported, from);
  };
  reach(path.join(import.meta.dirname, "main.tsx"), "door");
  reach(path.join(import.meta.dirname, "routes.tsx"), "frame");
  for (const { module } of routes()) reach(module, module);
  return reached;
};

/**
 * Chromium compiles the functions of a file that begins with this line beside the page's thread, as the file arrives. Nearly
 * all of the door's are needed at once; to compile them one by one took a fifth of the thread's time until the first paint.
 */
const compiledAtOnce: Plugin = {
  name: "compiled-at-once",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      for (const each of Object.values(bundle))
        if (each.type === "chunk" && each.name === "door")
          each.code = `//# allFunctionsCalledOnLoad\n${each.code}`;
    },
  },
};

/** Names the files that each page of the console needs besides those of every page, for the service. */
const filesOfPages: Plugin = {
  name: "files-of-pages",
  apply: "build",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
    const chunkOf = (file: string): Chunk =>
      chunks.find(({ facadeModuleId, moduleIds }) =>
        facadeModuleId ? facadeModuleId === file : moduleIds.includes(file),
      )!;
    const filesOf = (chunk: Chunk, known: Set<string> = new Set()): Set<string> => {
      for (const name of chunk.imports) {
        const imported = bundle[name];
        if (imported?.type === "chunk" && !known.has(name)) filesOf(imported, known);
      }
      for (const style of chunk.viteMetadata?.importedCss ?? []) known.add(style);
      return known.add(chunk.fileName);
    };
    const every = filesOf(chunkOf(path.join(import.meta.dirname, "index.html")));
    const frame = filesOf(chunkOf(path.join(import.meta.dirname, "routes.tsx")));
    const files = routes().map(({ route, module }) => {
      const needed = [...new Set([...frame, ...filesOf(chunkOf(module))])];
      return [route, needed.filter((file) => !every.has(file))];
    });
    this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(files) });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [filesOfPages, compiledAtOnce, compressed(path.join(import.meta.dirname, "../dist/web"))],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // Inlined images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", docs: "docs/docs.ts" },
      // Libraries mark code for servers that draw pages, which ours does not.
      onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
      // The service writes the pages of the documentation, and so must know the names of their files.
      output: {
        codeSplitting: {
          groups: [
            // What the documentation shares is on its own, or the entry of the console would run in its pages.
            { name: "theme", test: /web\/style\/theme\.ts$/, priority: 1 },
            { name: chunkNames(), debugName: "pages" },
          ],
        },
        entryFileNames: ({ name }) => (name === "docs" ? "docs/docs.js" : "assets/[name]-[hash].js"),
        assetFileNames: ({ names }) =>
          names.includes("docs.css") ? "docs/docs.css" : "assets/[name]-[hash][extname]",
      },
    },
  },
  // wouter asks for a stand-in for older versions, in a format that needs a runtime of its own.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  // Words are shared with the service, and stand beside the root of the console.
  server: {
    fs: { allow: [".."] },
    proxy: { "/v1": service, "/docs": service },
  },
});
