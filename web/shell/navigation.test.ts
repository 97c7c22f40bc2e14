import { expect, test } from "vitest";
import { advancedPages, isAdvanced, isAt, mainPages } from "./navigation.js";

const currentAt = (location: string): string[] =>
  mainPages.filter((entry) => isAt(location, entry)).map(({ label }) => label);

test("each page has one entry in the menu", () => {
  expect(currentAt("/")).toEqual(["Home"]);
  expect(currentAt("/datasets/1/mapping")).toEqual(["Data"]);
  expect(currentAt("/outcomes/1/edit")).toEqual(["Predictions"]);
  expect(currentAt("/outcomes/new")).toEqual(["Predictions"]);
  expect(currentAt("/settings/audit")).toEqual(["Settings"]);
});

test("pages under Advanced belong to no main page", () => {
  for (const { to } of advancedPages)
    expect([currentAt(`${to}/1`), isAdvanced(`${to}/1`)]).toEqual([[], true]);
  expect(isAdvanced("/people/1")).toBe(false);
});
