import { expect, test } from "vitest";
import { isAtLeast, leastRole, may, permissions, roles } from "./role.js";

test("each role may do what the next ones may, and one thing more", () => {
  expect(roles.map((role) => permissions.filter((permission) => may(role, permission)))).toEqual([
    ["look", "read", "edit", "administer", "own"],
    ["look", "read", "edit", "administer"],
    ["look", "read", "edit"],
    ["look", "read"],
    ["look"],
  ]);
  expect(permissions.map((permission) => leastRole[permission])).toEqual([...roles].reverse());
  expect(isAtLeast("editor", "editor")).toBe(true);
  expect(isAtLeast("editor", "administrator")).toBe(false);
});
