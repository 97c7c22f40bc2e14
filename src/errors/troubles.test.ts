import { beforeEach, expect, test } from "vitest";
import { Troubles } from "./troubles.js";

let now: number;
let lines: string[];
let troubles: Troubles;
beforeEach(() => {
  now = 1_000;
  lines = [];
  troubles = new Troubles(() => now);
  troubles.logTo({
    info: (_fields, text) => void lines.push(`info: ${text}`),
    warn: (_fields, text) => void lines.push(`warn: ${text}`),
  });
});

test("a trouble is listed from its first report until it is cleared", () => {
  troubles.report("disk-full", "The disk is full.");
  now = 5_000;
  troubles.report("store-unavailable", "The store is away.");
  troubles.report("disk-full", "The disk is still full.");
  expect(troubles.list()).toEqual([
    { code: "disk-full", message: "The disk is still full.", since: 1_000 },
    { code: "store-unavailable", message: "The store is away.", since: 5_000 },
  ]);
  troubles.clear("disk-full");
  expect(troubles.list()).toMatchObject([{ code: "store-unavailable" }]);
});

test("a trouble is logged once when it begins, and once when it ends with its length", () => {
  for (let time = 0; time < 3; time++) troubles.report("disk-full", "The disk is full.");
  now += 90_000;
  troubles.clear("disk-full");
  troubles.clear("disk-full");
  expect(lines).toEqual(["warn: The disk is full.", "info: Over after 90 s: The disk is full."]);
});

test("troubles from before there was a log are logged with it", () => {
  const early = new Troubles(() => now);
  early.report("store-unavailable", "The store is away.");
  early.logTo({ info: () => {}, warn: (_fields, text) => void lines.push(text) });
  expect(lines).toEqual(["The store is away."]);
});

test("an error is covered by the trouble that was reported for it, also when that is over", () => {
  const cause = Object.assign(new Error("write"), { code: "ENOSPC" });
  expect(troubles.covers(cause)).toBe(false);
  troubles.report("disk-full", "The disk is full.", cause);
  expect(troubles.covers(Object.assign(new Error("other"), { code: "ENOSPC" }))).toBe(true);
  troubles.clear("disk-full");
  expect(troubles.covers(cause)).toBe(true);
  expect(troubles.covers(Object.assign(new Error("other"), { code: "ENOSPC" }))).toBe(false);
});
