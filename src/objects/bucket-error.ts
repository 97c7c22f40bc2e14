// Errors of a bucket, as refusals that can be tried again. Errors of this machine, such as a full disk, stay
// what they are.

import { type Refusal, retryLater } from "../errors/refusal.js";
import { worldTrouble } from "../errors/world.js";

const retrySeconds = 5;

/** The error to throw for what an operation on the bucket threw. */
export const bucketError = (error: unknown, signal?: AbortSignal): unknown => {
  if (signal?.aborted) return signal.reason;
  return worldTrouble(error) ?? unavailable(error);
};

const unavailable = (cause: unknown): Refusal =>
  retryLater("files-unavailable", { detail: reasonOf(cause), seconds: retrySeconds }, cause);

/** Without host names, paths and secrets: `AccessDenied`, `ECONNREFUSED`, `500`. */
export const reasonOf = (error: unknown): string => {
  const { name, code, $metadata } = error as Error & {
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  if (typeof code === "string") return code;
  const isNamed = name !== undefined && !["Error", "UnknownError", "AggregateError"].includes(name);
  return isNamed ? name : String($metadata?.httpStatusCode ?? "no answer");
};

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

export const isMissing = (error: unknown): boolean => {
  const { name } = error as Error;
  // A missing bucket is no missing object.
  return name !== "NoSuchBucket" && (name === "NoSuchKey" || name === "NotFound" || statusOf(error) === 404);
};

/** Another process has just written, or is writing, the object that must be new. */
export const isTaken = (error: unknown): boolean => [409, 412].includes(statusOf(error) ?? 0);
