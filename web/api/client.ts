// The one way to the service: its public API, typed by its own OpenAPI document. The session's cookie says who asks.

import createClient from "openapi-fetch";
import { Problem } from "./problem.js";
import type { components, paths } from "./schema.js";

export type Schemas = components["schemas"];

export const api = createClient<paths>({ baseUrl: "/v1", credentials: "same-origin" });

interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * What a call answers. Throws a `Problem` for everything that is refused, and when the service cannot be reached.
 * `await answer(api.GET("/cohorts"))`
 */
export const answer = async <T>(call: Promise<Answered<T>>): Promise<T> => {
  const { data, error, response } = await call.catch((cause) => {
    throw Problem.unreachable(cause);
  });
  if (!response.ok) throw Problem.of(response.status, error);
  return data as T;
};
