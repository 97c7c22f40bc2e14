// A plan as text, for the user to confirm, and as JSON.

import { unset } from "../resources/paths.js";
import type { Action, Existing, Plan } from "./plan.js";
import { spellingOf } from "./spellings.js";

export const planLines = ({ actions, rebuilt, unchanged, left }: Plan): string[] => {
  const of = (at: Action["at"]) => actions.filter((action) => action.at === at);
  const counts = [
    `${of("create").length} to create`,
    `${of("change").length} to change`,
    ...(of("restore").length > 0 ? [`${of("restore").length} to unarchive`] : []),
    `${of("delete").length} to delete`,
    `${rebuilt.length} to rebuild`,
    `${unchanged.length} unchanged`,
  ];
  return [
    ...section("Create:", of("create").map(line("+"))),
    ...section("Unarchive:", of("restore").map(line("^"))),
    ...section("Change:", of("change").flatMap(changed)),
    ...section("Delete:", of("delete").map(line("-"))),
    ...section("Rebuild, because they depend on these:", rebuilt.map(line(" "))),
    ...section("Not in the file, kept without --prune:", left.map(line(" "))),
    actions.length === 0
      ? `Nothing to change: ${unchanged.length} resources match the file.`
      : `${counts.join(", ")}.`,
  ];
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines, ""];

const line =
  (mark: string) =>
  ({ type, name }: Pick<Existing, "type" | "name">): string =>
    `  ${mark} ${type.noun} ${name}`;

const changed = (action: Action): string[] =>
  action.at !== "change"
    ? []
    : [
        line("~")(action),
        ...action.fields.map(
          ({ path, before, after }) => `      ${path}: ${shown(before)} -> ${shown(after)}`,
        ),
      ];

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return "(none)";
  return typeof value === "string" ? value : JSON.stringify(value);
};

export interface PlanData {
  actions: object[];
  rebuilt: object[];
  unchanged: object[];
  left: object[];
}

/** The plan as JSON, with the path of each type and without passwords. */
export const planData = ({ actions, rebuilt, unchanged, left }: Plan): PlanData => {
  const flat = <R extends { type: { path: string } }>({ type, ...rest }: R) => ({ type: type.path, ...rest });
  return {
    actions: actions.map((action) => flat(withoutSecrets(action))),
    rebuilt: rebuilt.map(flat),
    unchanged: unchanged.map(flat),
    left: left.map(flat),
  };
};

const withoutSecrets = (action: Action): Action =>
  action.at !== "create"
    ? action
    : { ...action, body: (spellingOf(action.type).secrets ?? []).reduce(unset, action.body) };
