import { expect, test } from "vitest";
import { type LinkExpiry, type LinkedResource, signLink, verifyLink } from "./links.js";

const secret = Buffer.from("a signing secret of the service!").toString("base64");
const target: LinkedResource = { id: "target-1", linkEpoch: 2, accountLinkEpoch: 1 };
const signature = signLink(secret, target, 1_000);

const changed: [string, LinkedResource, LinkExpiry][] = [
  ["another resource", { ...target, id: "target-2" }, 1_000],
  ["another expiry", target, 1_001],
  ["no expiry", target, null],
  ["a revocation of the resource's links", { ...target, linkEpoch: 3 }, 1_000],
  ["a revocation of all links", { ...target, accountLinkEpoch: 2 }, 1_000],
  ["counters that only look the same together", { ...target, linkEpoch: 1, accountLinkEpoch: 12 }, 1_000],
];

test("a link is valid for what it was signed for", () => {
  expect(verifyLink(secret, target, 1_000, signature)).toBe(true);
  expect(verifyLink(secret, target, null, signLink(secret, target, null))).toBe(true);
});

test.each(changed)("a link is invalid with %s", (_, resource, expires) => {
  expect(verifyLink(secret, resource, expires, signature)).toBe(false);
});

test("a link signed with another secret is invalid", () => {
  const other = Buffer.from("another secret of another server").toString("base64");
  expect(verifyLink(secret, target, 1_000, signLink(other, target, 1_000))).toBe(false);
});

test("a malformed signature is invalid and does not throw", () => {
  for (const text of ["", "x", "%%%", "🙂"]) expect(verifyLink(secret, target, 1_000, text)).toBe(false);
});
