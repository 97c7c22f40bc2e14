import { expect, test } from "vitest";
import { countryIn } from "./countries.js";

test.each([
  ["de", "DE"],
  ["Deutschland", "DE"],
  [" GERMANY ", "DE"],
  ["DEU", "DE"],
  ["U.S.A.", "US"],
  ["United States of America", "US"],
  ["UK", "GB"],
  ["España", "ES"],
  ["Côte d’Ivoire", "CI"],
  ["日本", "JP"],
  ["Atlantis", undefined],
  ["", undefined],
  [null, undefined],
])("%s is %s", (text, country) => {
  expect(countryIn(text)).toBe(country);
});
