// The one test of a trait that the form shows. Several values are written with commas between them.

import { type Operator, operatorLabels } from "../../../src/words/labels.js";
import type { Records } from "../../api/kinds.js";
import type { Choice } from "../../ui/field.js";
import type { ConditionOf } from "./filter.js";

type TraitCondition = ConditionOf<"trait">["is"];
type Type = Records["traits"]["type"];
type Value = string | number | boolean;

const ofNumbers: readonly Operator[] = ["_eq", "_neq", "_gte", "_gt", "_lte", "_lt", "_nnull", "_null"];
const ofTexts: readonly Operator[] = ["_eq", "_neq", "_in", "_nin", "_matches", "_nnull", "_null"];
const ofFlags: readonly Operator[] = ["_eq", "_nnull", "_null"];

/** What can be asked of such a trait, and what is asked already. */
export const operatorsFor = (type: Type, asked: Operator): Choice<Operator>[] => {
  const usual = type === "boolean" ? ofFlags : type === "string" || type === undefined ? ofTexts : ofNumbers;
  return (usual.includes(asked) ? usual : [...usual, asked]).map((value) => ({
    value,
    label: operatorLabels[value],
  }));
};

/** The first test there is, its value as text. */
export const traitTest = ({ name: _, ...tests }: TraitCondition): { operator: Operator; value: string } => {
  const [operator, value] = (Object.entries(tests)[0] ?? ["_nnull", true]) as [Operator, Value | Value[]];
  if (operator === "_null" || operator === "_nnull") return { operator, value: "" };
  return { operator, value: Array.isArray(value) ? value.join(", ") : String(value) };
};

/** As the trait has it: a number where it is one. An empty text stays, for it is not finished. */
export const valueFor = (type: Type, text: string): Value => {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  const isNumeric =
    (type === "double" || type === "long") && text.trim() !== "" && Number.isFinite(Number(text));
  return isNumeric ? Number(text) : text;
};

export const withTest = (name: string, operator: Operator, value: Value): TraitCondition => {
  if (operator === "_null" || operator === "_nnull") return { name, [operator]: true };
  if (operator !== "_in" && operator !== "_nin") return { name, [operator]: value };
  const values = String(value)
    .split(",")
    .map((one) => one.trimStart());
  return { name, [operator]: values };
};
