import { expect, test } from "vitest";
import { allowedBytes } from "./machine.js";

test("the limit of a container goes before the memory of its machine", () => {
  expect(allowedBytes(64e9, 2e9)).toBe(2e9);
  for (const none of [0, undefined, 2 ** 63]) expect(allowedBytes(64e9, none)).toBe(64e9);
});
