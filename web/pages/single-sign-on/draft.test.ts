import { expect, test } from "vitest";
import { bodyOf, draftOf, groupProblem } from "./draft.js";

test("domains and groups are read from text, as people write them", () => {
  const body = bodyOf({
    ...draftOf(),
    domains: "Acme.com, @acme.org;\nacme.com",
    groupRoles: "cn=it,dc=acme = administrator\n\nstaff=viewer\n",
  });
  expect(body.domains).toEqual(["acme.com", "acme.org"]);
  expect(body.group_roles).toEqual([
    { group: "cn=it,dc=acme", role: "administrator" },
    { group: "staff", role: "viewer" },
  ]);
  expect(body).not.toHaveProperty("client_secret");
});

test("a line of groups that names no role is pointed out", () => {
  expect(groupProblem("it = administrator")).toBeUndefined();
  expect(groupProblem("it = administrator\nstaff")).toContain("“staff”");
  expect(groupProblem("it = owner")).toContain("“it = owner”");
});
