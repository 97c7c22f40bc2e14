import { expect, test } from "vitest";
import { groupBody, parseFilter, parseGroup, parseUser, patched, ScimError, userBody } from "./scim.js";

const grace = parseUser({
  UserName: "grace@acme.com",
  externalId: "7",
  name: { givenName: "Grace", familyName: "Hopper" },
  emails: [{ type: "work", value: "grace@acme.com", primary: true }],
  active: true,
});
const patchedUser = (...operations: object[]) =>
  parseUser(patched(userBody(grace), { Operations: operations }));

test("filters compare attributes with texts, and everything else is refused", () => {
  expect(parseFilter('userName eq "a\\"b"')).toEqual([{ attribute: "userName", value: 'a"b' }]);
  expect(parseFilter('USERNAME Eq "x" AND emails[type eq "work"].value eq "y"')).toEqual([
    { attribute: "userName", value: "x" },
    { attribute: "emails.value", of: { name: "type", value: "work" }, value: "y" },
  ]);
  expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"')[0]!.attribute).toBe(
    "userName",
  );
  for (const filter of [
    "",
    "userName",
    'userName co "x"',
    'userName eq "x" or id eq "y"',
    'userName eq "x" and',
    'userName eq "ACME\\ada"',
    'userName eq "a\tb"',
    'emails[type sw "work"].value eq "x"',
    'emails[type eq "\\x"].value eq "x"',
  ])
    expect(() => parseFilter(filter), filter).toThrow(ScimError);
  const path = 'emails[type eq "\\x"].value';
  expect(() => patchedUser({ op: "add", path, value: "y" })).toThrow(ScimError);
});

test("somebody is deactivated in each of the ways that providers write it", () => {
  for (const operation of [
    { op: "replace", path: "active", value: false },
    { op: "Replace", path: "active", value: "False" },
    { op: "replace", value: { active: false } },
    { op: "add", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: false },
  ])
    expect(patchedUser(operation).isActive, JSON.stringify(operation)).toBe(false);
});

test("patches reach names, addresses of a type, and texts without a path", () => {
  const { profile, userName } = patchedUser(
    { op: "Replace", path: 'emails[type eq "work"].value', value: "g@acme.com" },
    { op: "Add", path: 'emails[type eq "home"].value', value: "g@home.org" },
    { op: "replace", value: { "name.familyName": "H", userName: "g@acme.com" } },
    {
      op: "Add",
      path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
      value: "Navy",
    },
    { op: "remove", path: "title" },
  );
  expect(userName).toBe("g@acme.com");
  expect(profile).toEqual({
    name: { givenName: "Grace", familyName: "H" },
    emails: [
      { type: "work", value: "g@acme.com", primary: true },
      { type: "home", value: "g@home.org" },
    ],
  });
});

test("members of a group come and go in each of the ways that providers write it", () => {
  const group = parseGroup({ displayName: "it", members: [{ value: "1" }, { value: "2" }] });
  const members = (...operations: object[]) =>
    parseGroup(patched(groupBody(group), { Operations: operations })).members;
  expect(members({ op: "add", path: "members", value: [{ value: "3" }, { value: "1" }] })).toEqual([
    "1",
    "2",
    "3",
  ]);
  expect(members({ op: "Remove", path: "members", value: [{ value: "1" }] })).toEqual(["2"]);
  expect(members({ op: "remove", path: 'members[value eq "2"]' })).toEqual(["1"]);
  expect(members({ op: "replace", path: "members", value: [{ value: "9" }] })).toEqual(["9"]);
  expect(members({ op: "remove", path: "members" })).toEqual([]);
  expect(
    parseGroup(
      patched(groupBody(group), { Operations: [{ op: "replace", value: { id: "x", displayName: "IT" } }] }),
    ).name,
  ).toBe("IT");
});

test("what is no user or no patch is refused", () => {
  for (const body of [
    {},
    { userName: "" },
    { userName: "grace" },
    { userName: "g@x", active: "perhaps" },
    [],
  ])
    expect(() => parseUser(body), JSON.stringify(body)).toThrow();
  for (const body of [{}, { Operations: [] }, { Operations: [{ op: "move", path: "active" }] }])
    expect(() => patched({}, body), JSON.stringify(body)).toThrow();
});
