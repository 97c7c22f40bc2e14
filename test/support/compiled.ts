// Compiled TypeScript for the child processes of tests, file by file in a temporary directory.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(import.meta.dirname, "../..");

export interface Compiled {
  /** Path of the compiled form of a source file, which is named from the root of the repository. */
  pathOf(source: string): string;
  remove(): void;
}

/** Compiles the TypeScript of some folders of the repository, tests aside. */
export const compile = (folders: readonly string[]): Compiled => {
  const out = mkdtempSync(path.join(tmpdir(), "bw-compiled-"));
  writeFileSync(path.join(out, "package.json"), JSON.stringify({ type: "module" }));
  symlinkSync(path.join(root, "node_modules"), path.join(out, "node_modules"));
  for (const source of folders.flatMap(sourcesIn)) compileFile(source, path.join(out, source));
  return {
    pathOf: (source) => path.join(out, source).replace(/\.ts$/, ".js"),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
};

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file));

const compileFile = (source: string, to: string): void => {
  const { outputText } = ts.transpileModule(readFileSync(path.join(root, source), "utf8"), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to.replace(/\.ts$/, ".js"), outputText);
};
