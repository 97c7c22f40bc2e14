import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { inLogContext, logContext } from "../../log/context.js";
import { forkChild } from "./process.js";

test("what a child prints arrives line by line, in the log context of the one who started it", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-child-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const module = path.join(dir, "child.mjs");
  writeFileSync(module, 'console.log("one"); console.error("two\\nthree"); process.disconnect();');
  const lines: string[] = [];
  const child = await inLogContext({ build: "b-1" }, () =>
    forkChild(pathToFileURL(module), { onLine: (line) => lines.push(`${logContext().build}: ${line}`) }),
  );
  await once(child, "close");
  expect(lines.sort()).toEqual(["b-1: one", "b-1: three", "b-1: two"]);
});
