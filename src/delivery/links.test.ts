import { expect, test } from "vitest";
import { signLink, verifyLink } from "./links.js";

const secret = Buffer.from("a signing secret of the service!").toString("base64");

test("a link is valid for its own resource only", () => {
  const signature = signLink(secret, "target-1");
  expect(verifyLink(secret, "target-1", signature)).toBe(true);
  expect(verifyLink(secret, "target-2", signature)).toBe(false);
});

test("a link signed with another secret is invalid", () => {
  const signature = signLink(Buffer.from("another secret of another server").toString("base64"), "target-1");
  expect(verifyLink(secret, "target-1", signature)).toBe(false);
});

test("a malformed signature is invalid and does not throw", () => {
  for (const text of ["", "x", "%%%", "🙂"]) expect(verifyLink(secret, "target-1", text)).toBe(false);
});
