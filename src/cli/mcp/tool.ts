// Tools of the MCP server: what an assistant can call, each with its schemas, what it does to the account, and
// a short answer: as fields for programs, and in text for models.

import { type Static, type TObject, Type } from "@sinclair/typebox";
import { stringify } from "yaml";
import { conform } from "../../http/validation.js";
import type { Client } from "../client.js";

export interface ToolContext {
  client: Client;
  /** The folder whose files tools may read and add to; absent: none. */
  files?: string;
  signal: AbortSignal;
  /** `share` is from 0 to 1. */
  progress(doing: string, share?: number | null): void;
}

export interface Tool {
  name: string;
  title: string;
  text: string;
  input: TObject;
  /** Schema of the fields of an answer. It names what programs rely on; answers may have more. */
  output: TObject;
  /** `reads` changes nothing, neither in the account nor on the disk. */
  effect: "reads" | "adds";
  /** Present for a tool that reads or writes a file of the folder; it is offered only where there is one. */
  needsFiles?: true;
  /** True of a tool that stores a file, which may replace another where the user has allowed that. */
  isUpload?: boolean;
  /** Throws for invalid arguments and for whatever the service refuses; messages say what to do. */
  call(args: unknown, context: ToolContext): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  text: string;
  fields: Record<string, unknown>;
}

/** Fields that may be absent may also be undefined: JSON has neither. */
type WithGaps<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

interface Specification<S extends TObject, O extends TObject> extends Omit<Tool, "call"> {
  input: S;
  output: O;
  run(args: Static<S>, context: ToolContext): Promise<WithGaps<Static<O>>>;
  /** The answer in text; default: its fields in YAML. */
  say?(answer: Static<O>): string;
}

export const tool = <const S extends TObject, const O extends TObject>({
  run,
  say = inYaml,
  ...described
}: Specification<S, O>): Tool => ({
  ...described,
  async call(args, context) {
    const answer = await run(conform(described.input, structuredClone(args ?? {})), context);
    const fields = fitted(JSON.parse(JSON.stringify(answer)));
    return { fields, text: shortened(say(fields as Static<O>)) };
  },
});

/** A part of an answer as the service gives it. */
export const passedOn = (description?: string) =>
  Type.Unsafe<object>({ type: "object", ...(description && { description }) });
export const texts = Type.Array(Type.String());

/** Longer answers would crowd out the conversation. */
const mostCharacters = 20_000;

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/**
 * The answer with its longest lists cut until it fits, and how many items of which were left out. Answers without
 * long lists stay as they are.
 */
export const fitted = (answer: { [field: string]: Json }, most = mostCharacters) => {
  const leftOut: Record<string, number> = {};
  while (JSON.stringify(answer).length > most) {
    const longest = listsOf(answer).toSorted((a, b) => b.characters - a.characters)[0];
    if (longest === undefined) break;
    const kept = Math.floor(longest.list.length / 2);
    leftOut[longest.path] = (leftOut[longest.path] ?? 0) + longest.list.length - kept;
    longest.list.length = kept;
  }
  return Object.keys(leftOut).length === 0 ? answer : { ...answer, left_out: leftOut };
};

/** Lists of an answer that can be cut, each with its path. */
const listsOf = (value: Json, path = ""): { list: Json[]; path: string; characters: number }[] => {
  if (value === null || typeof value !== "object") return [];
  const inner = Object.entries(value).flatMap(([field, each]) =>
    listsOf(each, Array.isArray(value) ? path : path === "" ? field : `${path}.${field}`),
  );
  if (!Array.isArray(value) || value.length < 2) return inner;
  return [{ list: value, path, characters: JSON.stringify(value).length }, ...inner];
};

export const shortened = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}\n… ${text.length - mostCharacters} more characters were left out. Ask for less: a name, a smaller limit.`;

/** An answer of the API in the form that takes the fewest words: YAML, with no more digits than anybody needs. */
export const inYaml = (answer: unknown): string =>
  stringify(answer, (_key, value: unknown) => (typeof value === "number" ? rounded(value) : value), {
    lineWidth: 0,
  });

const rounded = (value: number): number =>
  Math.abs(value) < 1 ? Number(value.toPrecision(3)) : Math.round(value * 100) / 100;
