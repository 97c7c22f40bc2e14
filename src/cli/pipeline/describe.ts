// A plan in words, as it is shown before it is done.

import type { Action, Known, Plan } from "./plan.js";

export const planLines = ({ actions, rebuilt, unchanged, left }: Plan): string[] => {
  const of = (at: Action["at"]) => actions.filter((action) => action.at === at);
  const counts = [
    `${of("create").length} to create`,
    `${of("change").length} to change`,
    ...(of("restore").length > 0 ? [`${of("restore").length} to unarchive`] : []),
    `${of("delete").length} to delete`,
    `${rebuilt.length} built again`,
    `${unchanged.length} as described`,
  ];
  return [
    ...section("To be created:", of("create").map(line("+"))),
    ...section("To be put back into use:", of("restore").map(line("^"))),
    ...section("To be changed:", of("change").flatMap(changed)),
    ...section("To be deleted:", of("delete").map(line("-"))),
    ...section("Built again, for they follow from these:", rebuilt.map(line(" "))),
    ...section("There, and not in the file; left alone without --prune:", left.map(line(" "))),
    actions.length === 0 ? `Nothing to do: ${unchanged.length} are as described.` : `${counts.join(", ")}.`,
  ];
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines, ""];

const line =
  (mark: string) =>
  ({ type, name }: Pick<Known, "type" | "name">): string =>
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

/** The plan as JSON, with types by their path. */
export const planData = ({ actions, rebuilt, unchanged, left }: Plan): object => {
  const flat = <R extends { type: { path: string } }>({ type, ...rest }: R) => ({ type: type.path, ...rest });
  return {
    actions: actions.map(flat),
    rebuilt: rebuilt.map(flat),
    unchanged: unchanged.map(flat),
    left: left.map(flat),
  };
};
