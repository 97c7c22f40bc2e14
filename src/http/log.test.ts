import fastify from "fastify";
import { expect, test } from "vitest";
import { limits } from "../domain/resource/limits.js";
import { loggerOptions } from "./log.js";

const logged = (write: (log: ReturnType<typeof fastify>["log"]) => void): string => {
  const lines: string[] = [];
  const app = fastify({
    logger: loggerOptions({ level: "info", stream: { write: (line) => lines.push(line) } }),
  });
  write(app.log);
  return lines.join("");
};
const long = "x".repeat(1_000_000);
const most = 3 * limits.logCharacters.is;

test("every text in a line is shortened: messages, fields, and errors with their causes", () => {
  expect(logged((log) => log.info(long)).length).toBeLessThan(most);
  expect(logged((log) => log.info({ code: long, deep: { list: [long] } }, "short")).length).toBeLessThan(
    3 * most,
  );
  const error = new Error(long, { cause: new Error(long) });
  expect(logged((log) => log.error({ err: error }, "short")).length).toBeLessThan(4 * most);
});

test("a long list ends after a few entries", () => {
  expect(logged((log) => log.info({ list: Array(100_000).fill("x") }, "short")).length).toBeLessThan(most);
});

test("of an error's other fields none is logged: a database puts rows there", () => {
  const fields = { code: "23505", constraint: "own_key", detail: "Key (email)=(z@needle.example) exists" };
  const error = new Error("duplicate key", { cause: Object.assign(new Error("inner"), fields) });
  const line = logged((log) => log.error({ err: Object.assign(error, fields) }, "It failed."));
  expect(line).not.toContain("needle");
  expect(JSON.parse(line).err).toMatchObject({ code: "23505", cause: { constraint: "own_key" } });
});

test("an error keeps its name, message, stack and code", () => {
  const error = Object.assign(new TypeError("no such thing"), { code: "ENOENT" });
  const { err } = JSON.parse(logged((log) => log.error({ err: error }, "It failed.")));
  expect(err).toMatchObject({ type: "TypeError", message: "no such thing", code: "ENOENT" });
  expect(err.stack).toContain("log.test.ts");
});
