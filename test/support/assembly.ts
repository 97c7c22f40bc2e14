// The compiler of WebAssembly kernels, whose source is AssemblyScript.

import { readFile } from "node:fs/promises";
import asc from "assemblyscript/asc";

/** The module in base64; its memory is imported. */
export const compileAssembly = async (file: URL, ...more: string[]): Promise<string> => {
  const source = await readFile(file, "utf8");
  let bytes: Uint8Array | undefined;
  const flags = ["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--enable", "simd", ...more];
  const { error, stderr } = await asc.main(["kernel.ts", ...flags, "--outFile", "kernel.wasm"], {
    readFile: (name) => (name === "kernel.ts" ? source : null),
    writeFile: (name, contents) => {
      if (name === "kernel.wasm") bytes = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(stderr.toString(), { cause: error });
  return Buffer.from(bytes!).toString("base64");
};
