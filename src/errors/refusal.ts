// Trouble has an owner. `refuse` is the caller's, `retryLater` is the world's, `assert` is ours.

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
}

/** The caller's: `throw refuse("cohort-bounds-inverted", { … })`. */
export const refuse = (
  code: ErrorCode,
  params: ErrorParams = {},
  validationErrors: ValidationError[] = [],
): Refusal => new Refusal(code, params, validationErrors);

/** The world's: retried with back-off, then shown. */
export const retryLater = (code: ErrorCode, params: ErrorParams, cause?: unknown): Refusal =>
  new Refusal(code, params, [], cause);

/** Ours: a bug, loud, never caught quietly. */
export function assert(claim: unknown, message: string): asserts claim {
  if (!claim) throw new Error(`Bug: ${message}`);
}

const render = (message: string, params: ErrorParams): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? "?"));
