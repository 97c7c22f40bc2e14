// Errors of the client. Each message says what happened and what to do.

import type { Schemas } from "./operations.js";

/** Base of all errors of this package, but for the reason of an aborted signal, which is thrown as it is. */
export class BellwetherError extends Error {
  override name = "BellwetherError";
}

/** The service did not answer: it does not run, or not at this URL. `cause` has the reason. */
export class NoAnswer extends BellwetherError {
  override name = "NoAnswer";
}

/** A build failed; `record` is the resource with its `status_error`. */
export class BuildFailed extends BellwetherError {
  override name = "BuildFailed";
  constructor(
    message: string,
    readonly record: { readonly id: string; readonly status_error?: string },
  ) {
    super(message);
  }
}

/** A build takes longer than the time that was given; it goes on. */
export class WaitTimeout extends BellwetherError {
  override name = "WaitTimeout";
}

/** A file leaves questions that only its owner can answer; `questions` has them with their choices. */
export class OpenQuestions extends BellwetherError {
  override name = "OpenQuestions";
  constructor(readonly questions: readonly Schemas["ProposalQuestion"][]) {
    super(
      [
        "The file leaves questions open:",
        ...questions.map(({ question }) => question),
        'Answer with create({ answers: "proposed" }), or correct the mapping with create({ changes: { … } }).',
      ].join("\n"),
    );
  }
}

/** The service refused a request. */
export class Refused extends BellwetherError {
  override name = "Refused";
  /** Code of the error, such as `cohort-bounds-inverted`; the documentation has a page about each. */
  readonly code: string;
  /** Category of the error, such as `NOT_FOUND`. */
  readonly category: string;
  /** Sentences on what happened and what to do. */
  readonly note: string;
  /** ID of the request, which the service's log has. Absent if a proxy refused it. */
  readonly id: string | undefined;
  /** The invalid fields, where known: `path`, `message`, and the `suggestion` that was probably meant. */
  readonly fields: readonly Schemas["ValidationError"][];

  constructor(
    request: string,
    /**
     * Status of HTTP: 400 invalid, 401 key, 403 not allowed, 404 unknown, 409 not in this state, 410 gone, 429
     * too many requests.
     */
    readonly status: number,
    problem: Partial<Schemas["Problem"]>,
    /** Address of the page about the error. */
    readonly helpUrl?: string,
    /** Milliseconds after which to try again, where the service says so. */
    readonly retryAfterMs?: number,
  ) {
    const { error = "", note = "", id, validationErrors = [] } = problem;
    const code = helpUrl?.split("/").at(-1) ?? error;
    super(
      [
        `${request} failed with ${status} ${code}: ${note}`,
        ...validationErrors.map(({ path, message }) => `  ${path}: ${message}`),
        ...(helpUrl ? [`See ${helpUrl}`] : []),
      ].join("\n"),
    );
    this.code = code;
    this.category = error;
    this.note = note;
    this.id = id;
    this.fields = validationErrors;
  }
}
