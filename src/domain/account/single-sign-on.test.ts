import { expect, test } from "vitest";
import { domainOfEmail, judgeEmail, roleByGroups, usualRules } from "./single-sign-on.js";

const rules = { domains: ["acme.com"], trustsEmail: false };
const verified = ["acme.com", "other.com"];

test("an address counts only if it is verified, in a domain of the provider that is verified", () => {
  const judged = (email: string | undefined, isEmailVerified?: boolean, more: object = {}) =>
    judgeEmail({ email, isEmailVerified }, { ...rules, ...more }, verified);
  expect(judged("Ada@ACME.com", true)).toEqual({ email: "Ada@ACME.com" });
  expect(judged("ada@acme.com")).toEqual({ problem: "email-unverified" });
  expect(judged("ada@acme.com", false)).toEqual({ problem: "email-unverified" });
  expect(judged("ada@acme.com", undefined, { trustsEmail: true })).toEqual({ email: "ada@acme.com" });
  expect(judged("ada@acme.com", false, { trustsEmail: true })).toEqual({ problem: "email-unverified" });
  expect(judged("ada@other.com", true)).toEqual({ problem: "domain-foreign" });
  expect(judged("ada@mail.acme.com", true)).toEqual({ problem: "domain-foreign" });
  expect(judged("ada@acme.com@evil.com", true)).toEqual({ problem: "email-missing" });
  expect(judged(undefined, true)).toEqual({ problem: "email-missing" });
  expect(judged("ada@new.com", true, { domains: ["new.com"] })).toEqual({ problem: "domain-foreign" });
});

test("the highest role of somebody's groups wins, and without one the default", () => {
  const groupRoles = [
    { group: "staff", role: "viewer" },
    { group: "analysts", role: "editor" },
    { group: "it", role: "administrator" },
  ] as const;
  const role = (groups: string[], defaultRole: "masked_viewer" | null = "masked_viewer") =>
    roleByGroups({ ...usualRules, groupRoles: [...groupRoles], defaultRole }, groups);
  expect(role(["analysts", "staff"])).toBe("editor");
  expect(role(["staff", "it", "analysts"])).toBe("administrator");
  expect(role(["Staff"])).toBe("masked_viewer");
  expect(role([], null)).toBeNull();
});

test("the domain of an address is what follows its only @", () => {
  expect(domainOfEmail(" Ada@Acme.COM ")).toBe("acme.com");
  expect(domainOfEmail("a@b@c")).toBeUndefined();
  expect(domainOfEmail("acme.com")).toBeUndefined();
});
