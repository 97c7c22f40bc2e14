import { expect, test } from "vitest";
import { numberDimension, sensitiveDimension, textDimension, traitsOfDimension } from "./dimensions.js";

test("age is read from the most reliable trait, however its name is written", () => {
  const traits = ["plan", "Age", "Date of Birth", "birth_year"];
  expect(sensitiveDimension("age", traits)).toMatchObject({
    name: "age",
    trait: "Date of Birth",
    reading: { of: "birth_date" },
    values: ["Teen", "Young Adult", "Adult", "Middle Age", "Senior"],
  });
  expect(traitsOfDimension("age", traits)).toEqual(["Date of Birth", "birth_year", "Age"]);
});

test("gender is read only from a trait named gender or sex", () => {
  expect(sensitiveDimension("gender", ["Sex"])).toMatchObject({ trait: "Sex", reading: { of: "gender" } });
  expect(sensitiveDimension("gender", ["gender_guess", "title"])).toBeNull();
});

test("a selected trait is divided by its frequent texts or by bands of its numbers", () => {
  expect(textDimension("region", ["north", "south"]).values).toEqual(["north", "south", "All others"]);
  expect(numberDimension("income", [10, 20, 20]).values).toEqual(["up to 10", "above 10 to 20", "above 20"]);
});
