import { Type } from "@sinclair/typebox";
import { expect, test } from "vitest";
import { byName, personal } from "../domain/resource/schema.js";
import { masked } from "./masking.js";

test("what is marked is masked at any depth, and nothing else", () => {
  const person = Type.Object({
    id: Type.String(),
    name: personal(Type.Optional(Type.String())),
    fields: personal(byName(Type.Unknown())),
    scores: Type.Array(Type.Object({ chance: Type.Number(), text: personal(Type.String()) })),
    notes: byName(Type.Object({ by: personal(Type.String()) })),
    either: Type.Union([Type.Null(), Type.Object({ mail: personal(Type.String()) })]),
  });
  const answer = {
    id: "1",
    name: "Ada",
    fields: { telephone: 123, addresses: ["Main Street", null], born: { year: 1990 } },
    scores: [{ chance: 0.3, text: "Ada" }],
    notes: { first: { by: "Ada" } },
    either: { mail: "ada@example.com" },
  };
  expect(masked([answer], Type.Array(person))).toEqual([
    {
      id: "1",
      name: "•••",
      fields: { telephone: "•••", addresses: ["•••", null], born: { year: "•••" } },
      scores: [{ chance: 0.3, text: "•••" }],
      notes: { first: { by: "•••" } },
      either: { mail: "•••" },
    },
  ]);
  expect(answer.name).toBe("Ada");
  expect(masked({ count: 3 }, undefined)).toEqual({ count: 3 });
});
