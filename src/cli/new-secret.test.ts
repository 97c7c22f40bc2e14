import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readNewSecret, readSecret, type Typed } from "./new-secret.js";

const { signal } = new AbortController();

/** Somebody who types a line whenever they are asked for one. */
const terminalOf = (...lines: string[]) => {
  const from: Typed & PassThrough = Object.assign(new PassThrough(), { isTTY: true });
  const to = new PassThrough();
  let shown = "";
  to.on("data", (text) => {
    shown += text;
    if (String(text).endsWith(": ")) setImmediate(() => from.write(lines.shift() ?? "\x03"));
  });
  return { from, to, shown: () => shown };
};

test("what is typed is asked for twice, and shown never", async () => {
  const { from, to, shown } = terminalOf("hunter2 hunter2\r", "hunter2 hunter2\r");
  expect(await readNewSecret("Password", from, to, signal)).toBe("hunter2 hunter2");
  expect(shown()).toBe("Password: \nRepeat it: \n");
});

test("a secret that exists is asked for once", async () => {
  const { from, to, shown } = terminalOf("bw_key\r");
  expect(await readSecret("API key", from, to, signal)).toBe("bw_key");
  expect(shown()).toBe("API key: \n");
});

test("two that differ are refused", async () => {
  const { from, to } = terminalOf("one\r", "other\r");
  await expect(readNewSecret("Password", from, to, signal)).rejects.toThrow("The two entries differ");
});

test("Ctrl-C interrupts", async () => {
  const { from, to } = terminalOf();
  await expect(readNewSecret("Password", from, to, signal)).rejects.toThrow("Interrupted");
});

test("of what is piped in the first line counts, and nothing is asked", async () => {
  const [from, to] = [new PassThrough(), new PassThrough()];
  from.end("a secret\nand more\n");
  expect(await readNewSecret("Password", from, to, signal)).toBe("a secret");
  expect(to.read()).toBeNull();
  const empty = new PassThrough();
  empty.end();
  await expect(readNewSecret("Password", empty, to, signal)).rejects.toThrow("Standard input is empty");
});
