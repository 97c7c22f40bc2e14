// Client of the service's public API, typed by its OpenAPI document. The session cookie authenticates it.

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
