// CSV of the service's answers, for programs and spreadsheets: a row for each element of a list, and a column for each
// of its fields, with the names of the API. Values are those of the API, and not as tables show them to people.

import { isObject, type JsonObject } from "../domain/resource/json.js";

/** Lines of the answer, the header first, each ended by a newline; empty for an empty list. */
export const csvOfAnswer = (answer: unknown): string => {
  const rows = (Array.isArray(answer) ? answer : [answer]).map((each) =>
    isObject(each) ? new Map(cellsOf(each)) : new Map([["value", cell(each)]]),
  );
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = rows.map((row) => columns.map((column) => row.get(column) ?? ""));
  return [columns, ...lines]
    .filter((fields) => fields.length > 0)
    .map((fields) => `${fields.map(quotedField).join(",")}\n`)
    .join("");
};

/** Fields of objects within are columns of their own: `mapping.email`. Lists are JSON. */
const cellsOf = (row: JsonObject, path = ""): [column: string, text: string][] =>
  Object.entries(row).flatMap(([name, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? cellsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, cell(value)]],
  );

const cell = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

const quotedField = (text: string): string =>
  /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
