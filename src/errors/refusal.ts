// Errors by owner: `refuse` for the caller's, `retryLater` for temporary failures of the world, `assert` for
// our own bugs.

import { limits } from "../domain/resource/limits.js";
import { shortened } from "../domain/resource/short-text.js";
import { type CatalogueEntry, catalogue, type ErrorCode } from "./catalogue.js";

export type ErrorParams = Record<string, string | number | null | undefined>;

/** A detail of a refused request, as the API's `validationErrors[]`. */
export interface ValidationError {
  message: string;
  path: string;
  suggestion?: string;
  context: { errorType: string };
}

/** An error of the catalogue, with its parameters and, for requests, the fields at fault. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly validationErrors: ValidationError[];

  constructor(
    code: ErrorCode,
    params: ErrorParams,
    validationErrors: ValidationError[] = [],
    cause?: unknown,
  ) {
    super(render(catalogue[code].message, params), cause === undefined ? undefined : { cause });
    this.name = "Refusal";
    this.code = code;
    this.params = params;
    this.validationErrors = validationErrors;
  }

  get entry(): CatalogueEntry {
    return catalogue[this.code];
  }

  /** The message for a log, without what the caller or a file wrote: that may be about a person. */
  get messageForLog(): string {
    const own = Object.entries(this.params).filter(([name]) => !written.has(name));
    return render(this.entry.message, { ...Object.fromEntries(own), ...blanks });
  }
}

/** The caller's fault: `throw refuse("cohort-bounds-inverted", { … })`. */
export const refuse = (
  code: ErrorCode,
  params: ErrorParams = {},
  validationErrors: ValidationError[] = [],
): Refusal => new Refusal(code, params, validationErrors);

/** A temporary failure: retried with back-off, then shown. */
export const retryLater = (code: ErrorCode, params: ErrorParams, cause?: unknown): Refusal =>
  new Refusal(code, params, [], cause);

/** A bug of ours: thrown, and never caught quietly. */
export function assert(claim: unknown, message: string): asserts claim {
  if (!claim) throw new Error(`Bug: ${message}`);
}

/** Parameters that quote a request, a file or the refusal of a build, which may quote a file. */
const written = new Set(["detail", "example", "examples", "value", "email", "why"]);
const blanks = Object.fromEntries([...written].map((name) => [name, "…"]));

/** Each parameter is shortened, so that the sentences around it, which say what to do, stay whole. */
const render = (message: string, params: ErrorParams): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) =>
    shortened(String(params[name] ?? "?"), limits.noteCharacters.is),
  );
