import { expect, test } from "vitest";
import { signLink, verifyLink } from "./links.js";

const secret = Buffer.from("a signing secret of the service!").toString("base64");

test("a link verifies for its own target and no other", () => {
  const signature = signLink(secret, "target-1");
  expect(verifyLink(secret, "target-1", signature)).toBe(true);
  expect(verifyLink(secret, "target-2", signature)).toBe(false);
});

test("a link made with another secret does not verify", () => {
  const signature = signLink(Buffer.from("another secret of another server").toString("base64"), "target-1");
  expect(verifyLink(secret, "target-1", signature)).toBe(false);
});

test("anything that is no signature is refused, not an exception", () => {
  for (const text of ["", "x", "%%%", "🙂"]) expect(verifyLink(secret, "target-1", text)).toBe(false);
});
