// WebAssembly of the kernels: the committed bytes are those of their sources.

import { expect, test } from "vitest";
import { compileAssembly } from "../../test/support/assembly.js";

test("the committed bytes of the trees are what gbdt/kernel.as compiles to", async () => {
  const source = new URL("gbdt/kernel.as", import.meta.url);
  const own = await compileAssembly(source);
  const shared = await compileAssembly(
    source,
    ...["--enable", "threads", "--sharedMemory", "--maximumMemory", "65536"],
  );
  const module = `// kernel.as, compiled. A test compiles it again and compares; \`vitest -u\` brings it up to date.

export const kernelBase64 =
  "${own}";

/** The same for memory that threads share. */
export const sharedKernelBase64 =
  "${shared}";
`;
  await expect(module).toMatchFileSnapshot("gbdt/kernel.bytes.ts");
});

test("the committed bytes of linear models are what numeric/linear.as compiles to", async () => {
  const own = await compileAssembly(new URL("numeric/linear.as", import.meta.url));
  const module = `// linear.as, compiled. A test compiles it again and compares; \`vitest -u\` brings it up to date.

export const linearBase64 =
  "${own}";
`;
  await expect(module).toMatchFileSnapshot("numeric/linear.bytes.ts");
});
