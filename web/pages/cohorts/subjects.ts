// What conditions can be about: the properties of a stream, its dates and values, and traits of people.

import type { Schemas } from "../../api/client.js";
import type { Subject } from "./condition.js";

export const subjectsOfStream = ({ is_dated, has_value, properties }: Schemas["Stream"]): Subject[] => [
  ...(is_dated ? [{ name: "datetime", label: "date", type: "date" as const, values: [] }] : []),
  ...(has_value ? [{ name: "value", label: "value", type: "number" as const, values: [] }] : []),
  ...Object.entries(properties).map(
    ([name, { type, categories }]): Subject => ({
      name,
      label: name,
      type: type === "double" ? "number" : "text",
      values: categories,
    }),
  ),
];

export const subjectOfTrait = ({ name, literate, type, categories, unit }: Schemas["Trait"]): Subject => ({
  name,
  label: unit ? `${literate} (${unit})` : literate,
  type:
    type === "double" || type === "long" ? "number" : type === "date" || type === "boolean" ? type : "text",
  values: categories ?? [],
});

/** Something that is named and not there any more can still be taken out. */
export const subjectNamed = (name: string, subjects: readonly Subject[]): Subject =>
  subjects.find((subject) => subject.name === name) ?? { name, label: name, type: "text", values: [] };
