// A pipeline file says in YAML what there is to be: under the path of each type a map from names to what they are, in the
// API's own words, with names in the place of ids.
//
//   cohorts:
//     Customers: { stream_name: transaction }

import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { nearest } from "../../domain/nearest.js";
import { isObject, type JsonObject } from "../../http/json.js";
import { Misuse } from "../exit.js";
import { below } from "../resources/paths.js";
import { type Type, types } from "../resources/types.js";

export interface Described {
  type: Type;
  name: string;
  /** With its name, and others' names where the API has ids. */
  body: JsonObject;
}

/** What is wrong with something described, and where in its body. */
export interface Problem {
  type: Type;
  name: string;
  path: string;
  message: string;
}

export interface PipelineFile {
  /** In the order in which they can be made. */
  described: Described[];
  /** One error with every problem at its line and column. */
  refusal(problems: readonly Problem[]): Misuse;
}

/** Throws `Misuse` with line and column of everything that cannot be read. `file` is its name, for messages. */
export const readPipeline = (text: string, file: string): PipelineFile => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const refuseAt = (problems: readonly [offset: number, message: string][]): Misuse =>
    new Misuse(
      problems
        .toSorted(([a], [b]) => a - b)
        .map(([offset, message]) => `${at(offset)}: ${message}`)
        .join("\n"),
    );
  if (document.errors.length > 0)
    throw refuseAt(document.errors.map(({ pos, message }) => [pos[0], message]));

  const root = document.contents;
  const offsetOf = (path: string): number => offsetIn(root, path) ?? 0;
  const content: unknown = document.toJS() ?? {};
  const wrong = misshapen(content);
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

interface Misshapen {
  path: string;
  message: string;
}

const misshapen = (content: unknown): Misshapen[] => {
  if (!isObject(content))
    return [{ path: "", message: "There must be types, such as cohorts:, at the top." }];
  return Object.entries(content).flatMap(([path, named]) => {
    if (!types.some((type) => type.path === path)) return [{ path, message: unknownType(path) }];
    if (named === null) return [];
    if (!isObject(named)) return [{ path, message: `${path} must be a map from names to what they are.` }];
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
  return `There is no type ${path}.${meant === undefined ? ` There is: ${known.join(", ")}.` : ` Did you mean ${meant}?`}`;
};

const describedIn = (content: Record<string, Record<string, JsonObject | null> | null>): Described[] =>
  types.flatMap((type) =>
    Object.entries(content[type.path] ?? {}).map(([name, body]) => ({
      type,
      name,
      body: { [type.namedBy ?? "name"]: name, ...body },
    })),
  );

/** Where the deepest part of the path that is there begins; undefined where none of it is. Keys may hold dots themselves. */
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
