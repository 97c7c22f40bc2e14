// A pipeline file: YAML with a map from names to configurations under the path of each type, in the fields of
// the API, with names in place of ids, and environment variables in values.
//
//   cohorts:
//     Customers: { stream_name: transaction }

import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { nearest } from "../../domain/resource/nearest.js";
import { UsageError } from "../exit.js";
import { below } from "../resources/paths.js";
import { type Type, types } from "../resources/types.js";
import { resolveReferences } from "./environment.js";

export interface Described {
  type: Type;
  name: string;
  /** Includes its own name; refers to others by name where the API has ids. */
  body: JsonObject;
}

/** A mistake in a described resource, and its path in the body. */
export interface Problem {
  type: Type;
  name: string;
  path: string;
  message: string;
}

export interface PipelineFile {
  /** In an order in which they can be created. */
  described: Described[];
  /** One error with each problem at its line and column. */
  refusal(problems: readonly Problem[]): UsageError;
}

/** Throws `UsageError` with line and column of everything that cannot be read. `file` is its name, for messages. */
export const readPipeline = (
  text: string,
  file: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): PipelineFile => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const refuseAt = (problems: readonly [offset: number, message: string][]): UsageError =>
    new UsageError(
      problems
        .toSorted(([a], [b]) => a - b)
        .map(([offset, message]) => `${at(offset)}: ${message}`)
        .join("\n"),
    );
  if (document.errors.length > 0)
    throw refuseAt(document.errors.map(({ pos, message }) => [pos[0], message + flowHint(text, pos[0])]));
  const unset = resolveReferences(document, environment);
  if (unset.length > 0) throw refuseAt(unset.map(({ offset, message }) => [offset, message]));

  const root = document.contents;
  const offsetOf = (path: string): number => offsetIn(root, path) ?? 0;
  const content: unknown = document.toJS() ?? {};
  const wrong = shapeProblems(content);
  if (wrong.length > 0) throw refuseAt(wrong.map(({ path, message }) => [offsetOf(path), message]));
  return {
    described: describedIn(content as Record<string, Record<string, JsonObject | null>>),
    refusal: (problems) =>
      refuseAt(
        problems.map(({ type, name, path, message }) => [
          offsetOf(path === "" ? below(type.path, name) : `${type.path}.${name}.${path}`),
          `${type.noun} ${name}: ${path === "" ? "" : `${path} `}${message}`,
        ]),
      ),
  };
};

/** In a map in braces, YAML reads the brace of ${NAME} as one of its own. */
const flowHint = (text: string, offset: number): string => {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1).split("\n")[0]!;
  return /\{.*\$\{/.test(line) ? ` In a map in braces, write "\${NAME}" in quotes.` : "";
};

interface ShapeProblem {
  path: string;
  message: string;
}

const shapeProblems = (content: unknown): ShapeProblem[] => {
  if (!isObject(content))
    return [{ path: "", message: "The top level must have resource types, such as cohorts:." }];
  return Object.entries(content).flatMap(([path, named]) => {
    if (!types.some((type) => type.path === path)) return [{ path, message: unknownType(path) }];
    if (named === null) return [];
    if (!isObject(named)) return [{ path, message: `${path} must be a map from names to configurations.` }];
    return Object.entries(named)
      .filter(([, body]) => body !== null && !isObject(body))
      .map(([name]) => ({
        path: below(path, name),
        message: `${name} must be a map from fields to values.`,
      }));
  });
};

const unknownType = (path: string): string => {
  const known = types.map((type) => type.path);
  const meant = nearest(path, known);
  return `There is no type ${path}.${meant === undefined ? ` Choose one of: ${known.join(", ")}.` : ` Did you mean ${meant}?`}`;
};

const describedIn = (content: Record<string, Record<string, JsonObject | null> | null>): Described[] =>
  types.flatMap((type) =>
    Object.entries(content[type.path] ?? {}).map(([name, body]) => ({
      type,
      name,
      body: { [type.namedBy ?? "name"]: name, ...body },
    })),
  );

/** Offset of the deepest part of the path that exists; undefined if none does. Keys may contain dots. */
const offsetIn = (node: unknown, path: string): number | undefined => {
  if (path === "") return undefined;
  if (isSeq(node)) {
    const [index = "", ...rest] = path.split(".");
    const item = node.items[Number(index)];
    return offsetIn(item, rest.join(".")) ?? startOf(item);
  }
  const found = isMap(node) ? node.items.find(({ key }) => startsWithKey(path, textOf(key))) : undefined;
  return found && (offsetIn(found.value, path.slice(textOf(found.key).length + 1)) ?? startOf(found.key));
};

const startsWithKey = (path: string, key: string): boolean => path === key || path.startsWith(`${key}.`);
const textOf = (key: unknown): string => (isScalar(key) ? String(key.value) : "");
const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);
