// Why something was refused, in the words of the service: what happened, what to do, and the id that its log has it under.

import type { components } from "./schema.js";

type Body = components["schemas"]["Problem"];
export type FieldProblem = components["schemas"]["ValidationError"];

export class Problem extends Error {
  /** Of the HTTP answer; 0 when there was none. */
  readonly status: number;
  /** What kind of trouble, for programs; UNREACHABLE when there was no answer. */
  readonly code: Body["error"] | "UNREACHABLE";
  /** Also in the service's log. */
  readonly id: string | undefined;
  /** The fields at fault, where they are known. */
  readonly fields: readonly FieldProblem[];

  private constructor(
    status: number,
    body: Omit<Body, "error" | "id"> & { error: Problem["code"]; id?: string },
  ) {
    super(body.note);
    this.name = "Problem";
    this.status = status;
    this.code = body.error;
    this.id = body.id;
    this.fields = body.validationErrors ?? [];
  }

  static of(status: number, body: unknown): Problem {
    return new Problem(
      status,
      isBody(body) ? body : { error: "INTERNAL_SERVER_ERROR", note: unexplained(status) },
    );
  }

  static unreachable(cause: unknown): Problem {
    const problem = new Problem(0, {
      error: "UNREACHABLE",
      note: "The service does not answer. Is it running, and is the network up? What you entered is still here: try again.",
    });
    problem.cause = cause;
    return problem;
  }

  /** Nobody is signed in, or not any more. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

const isBody = (body: unknown): body is Body =>
  typeof body === "object" && body !== null && "note" in body && "error" in body;

const unexplained = (status: number): string =>
  `The service answered ${status} and did not say why. If something stands between you and the service (a proxy), its log may tell.`;
