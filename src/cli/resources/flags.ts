// Flags for the most used fields of a body, so that a cohort can be created without writing JSON.

import type { JsonObject } from "../../domain/resource/json.js";
import type { Options } from "../command.js";
import { UsageError } from "../exit.js";
import { set } from "./paths.js";

export interface Flag {
  /** Dotted path of the field in the body. */
  path: string;
  kind: "text" | "number" | "boolean" | "list";
  /** Placeholder of the value in help. */
  value?: string;
  text: string;
}
export type Flags = Readonly<Record<string, Flag>>;

const flag =
  (kind: Flag["kind"], value?: string) =>
  (path: string, text: string): Flag => ({ path, kind, text, ...(value !== undefined && { value }) });

export const text = flag("text", "TEXT");
export const number = flag("number", "N");
/** `--name` and `--no-name`. */
export const boolean = flag("boolean");
/** May be given several times. */
export const list = flag("list", "TEXT");

export const optionsOf = (flags: Flags): Options =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { kind, value, text }]) => [
      name,
      {
        type: kind === "boolean" ? "boolean" : "string",
        ...(kind === "list" && { multiple: true as const }),
        ...(value !== undefined && { value }),
        text,
      },
    ]),
  );

/** `written` with the given flags; `null` clears a number. Throws `UsageError` for an invalid number. */
export const bodyOf = (
  flags: Flags,
  values: Readonly<Record<string, unknown>>,
  written: JsonObject,
): JsonObject =>
  Object.entries(flags).reduce((body, [name, { path, kind }]) => {
    const given = values[name];
    return given === undefined ? body : set(body, path, kind === "number" ? numberOf(name, given) : given);
  }, written);

const numberOf = (name: string, given: unknown): number | null => {
  if (given === "null") return null;
  const value = given === "" ? Number.NaN : Number(given);
  if (!Number.isFinite(value))
    throw new UsageError(`--${name} is ${given}, but must be a number, or null to clear it.`);
  return value;
};
