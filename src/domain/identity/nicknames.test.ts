import { expect, test } from "vitest";
import { nicknames } from "./nicknames.js";
import { words } from "./text.js";

test("a nickname stands for the names that it is made of", () => {
  expect(nicknames.get("bill")).toEqual(["william"]);
  expect(nicknames.get("chris")).toEqual(expect.arrayContaining(["christina", "christopher"]));
  expect(nicknames.get("william")).toBeUndefined();
});

test("no two names stand for each other, and none for itself", () => {
  const mutual = [...nicknames].flatMap(([name, meant]) =>
    meant.filter((other) => nicknames.get(other)?.includes(name)).map((other) => `${name} ${other}`),
  );
  expect(mutual).toEqual([]);
});

test("names are spelled as records come to be", () => {
  const spelled = [...nicknames].flatMap(([name, meant]) => [name, ...meant]);
  expect(spelled.filter((name) => words(name) !== name)).toEqual([]);
});
