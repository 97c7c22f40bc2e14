// Tools of the MCP server: what an assistant can call, each with its schema, what it does to the account, and
// a short answer in text.

import type { Static, TObject } from "@sinclair/typebox";
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
  /** `reads` changes nothing, neither in the account nor on the disk. */
  effect: "reads" | "adds";
  /** Present for a tool that reads or writes a file of the folder; it is offered only where there is one. */
  needsFiles?: true;
  /** True of a tool that stores a file, which may replace another where the user has allowed that. */
  isUpload?: boolean;
  /** Throws for invalid arguments and for whatever the service refuses; messages say what to do. */
  call(args: unknown, context: ToolContext): Promise<string>;
}

interface Specification<S extends TObject> extends Omit<Tool, "call"> {
  input: S;
  run(args: Static<S>, context: ToolContext): Promise<string>;
}

export const tool = <const S extends TObject>({ run, ...described }: Specification<S>): Tool => ({
  ...described,
  call: async (args, context) => run(conform(described.input, structuredClone(args ?? {})), context),
});

/** Longer answers would crowd out the conversation. */
const mostCharacters = 20_000;

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
