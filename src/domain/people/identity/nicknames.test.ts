import { expect, test } from "vitest";
import { nicknames } from "./nicknames.js";
import { words } from "./text.js";

test("a nickname has the names that it is short for", () => {
  expect(nicknames.get("bill")).toEqual(["william"]);
  expect(nicknames.get("chris")).toEqual(expect.arrayContaining(["christina", "christopher"]));
  expect(nicknames.get("william")).toBeUndefined();
});

test("no two names are nicknames of each other, and none is its own", () => {
  const mutual = [...nicknames].flatMap(([name, meant]) =>
    meant.filter((other) => nicknames.get(other)?.includes(name)).map((other) => `${name} ${other}`),
  );
  expect(mutual).toEqual([]);
});

test("names are spelled as normalised records are", () => {
  const spelled = [...nicknames].flatMap(([name, meant]) => [name, ...meant]);
  expect(spelled.filter((name) => words(name) !== name)).toEqual([]);
});
