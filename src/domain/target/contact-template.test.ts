import { expect, test } from "vitest";
import { filledTemplate, parsedTemplate, unknownNames } from "./contact-template.js";

test("names alone become values, and within a text they become text", () => {
  const template = { who: "{email}", tags: ["{chance}", 1, null], note: { text: "{chance} %, {phone}." } };
  const values = { email: "ada@shop.example", chance: 51.5, phone: null };
  expect(filledTemplate(template, values)).toEqual({
    who: "ada@shop.example",
    tags: [51.5, 1, null],
    note: { text: "51.5 %, ." },
  });
});

test("values are not read as templates", () => {
  expect(filledTemplate({ who: "{first_name}!" }, { first_name: "{email}", email: "a@b.example" })).toEqual({
    who: "{email}!",
  });
});

test("a template is JSON of an object", () => {
  expect(parsedTemplate('{"a": "{email}"}')).toEqual({ a: "{email}" });
  for (const other of ["[1]", "1", '"a"', "null", "{"]) expect(parsedTemplate(other)).toBeNull();
});

test("names that nobody has are found", () => {
  expect(unknownNames('{"a": "{email} {chance} {b}", "c": "{a}{a}"}', ["chance"])).toEqual(["a", "b"]);
});
