// Client of the service's public API, typed by its OpenAPI document. The session cookie authenticates it.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type Schemas = components["schemas"];

export const api = createClient<paths>({ baseUrl: "/v1", credentials: "same-origin" });

interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * The body of a call's answer. Throws a `Problem` where the service refuses the call or cannot be reached.
 * `await answer(api.GET("/cohorts"))`
 */
export const answer = async <T>(call: Promise<Answered<T>>): Promise<T> => {
  const { data, error, response } = await call.catch((cause) => {
    throw Problem.unreachable(cause);
  });
  if (!response.ok) throw Problem.of(response.status, error);
  return data as T;
};

type Body = components["schemas"]["Problem"];
type FieldProblem = components["schemas"]["ValidationError"];

/** An error that the service answered with: what happened, what to do, and the id under which its log has it. */
export class Problem extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Code of the error; UNREACHABLE without an answer. */
  readonly code: Body["error"] | "UNREACHABLE";
  /** Also in the service's log. */
  readonly id: string | undefined;
  /** The invalid fields, where they are known. */
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
      isBody(body) ? body : { error: "INTERNAL_SERVER_ERROR", note: noExplanation(status) },
    );
  }

  static unreachable(cause: unknown): Problem {
    const problem = new Problem(0, {
      error: "UNREACHABLE",
      note: navigator.onLine ? noAnswer : "You are offline.",
    });
    problem.cause = cause;
    return problem;
  }

  /** Problem of a change that has to be sent again once there is a connection. */
  static offline(): Problem {
    return new Problem(0, {
      error: "UNREACHABLE",
      note: "Offline: not saved yet. Your entries are still here. Try again once you are online.",
    });
  }

  /** The same request may do later: nothing answered, or others or our own queues were at fault. */
  get mayPass(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** There is no session, or it has ended. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

const isBody = (body: unknown): body is Body =>
  typeof body === "object" && body !== null && "note" in body && "error" in body;

const noAnswer =
  "The service does not answer. Check that it is running. This page loads by itself once it answers, and your entries are still here.";

const noExplanation = (status: number): string =>
  `The service answered with status ${status} and no explanation. If a proxy sits between you and the service, check its log.`;
