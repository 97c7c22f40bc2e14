// Failures of a cluster, as sentences for operators. Those of the connection are troubles of the world, for
// which builds wait; a query that the cluster lost or refused is a failure of its build, which is tried
// again.

import { OperationLost } from "../../cluster/connect.js";
import { GrpcError, grpcCodes } from "../../cluster/grpc.js";
import { Refusal, retryLater } from "../../errors/refusal.js";
import { shortened, withoutLiterals } from "../engine-error.js";

/** Error for a failure before a query ran. */
export const connectionFailure = (error: unknown): unknown => {
  if (!(error instanceof GrpcError)) return error;
  if (error.code === grpcCodes.unauthenticated || error.code === grpcCodes.permissionDenied)
    return retryLater("cluster-refused", {}, error);
  if (error.code === grpcCodes.unavailable) return unavailable(error);
  return new Error(`The cluster refused the session: ${error.message}`, { cause: error });
};

/** Error for a failure while a query ran. */
export const queryFailure = (error: unknown, statement: string): unknown => {
  if (error instanceof OperationLost)
    return new Error(`The query did not end: ${error.message}.`, { cause: error });
  if (!(error instanceof GrpcError)) return error;
  if (error.code === grpcCodes.unauthenticated) return retryLater("cluster-refused", {}, error);
  if (error.code === grpcCodes.unavailable) return unavailable(error);
  if (/\[PATH_NOT_FOUND\]/.test(error.message)) return directoryApart(error);
  return new ClusterQueryError(error.message, statement);
};

/**
 * A query that the cluster refused, or that failed there, with the cluster's own words; see `EngineError`
 * about values in them.
 */
export class ClusterQueryError extends Error {
  override name = "ClusterQueryError";
  readonly clusterMessage: string;

  constructor(message: string, statement: string) {
    const clusterMessage = wordsOf(message);
    const shown = shortened(withoutLiterals(statement, { escapes: true }));
    super(`The cluster refused a query: ${clusterMessage}\n--- statement ---\n${shown}`);
    this.clusterMessage = clusterMessage;
  }
}

/** The first line, before the plan; values are in quotes or named as such, and names are in backticks. */
const wordsOf = (message: string): string =>
  message
    .split("\n")[0]!
    .replace(/'.*('|$)/, "'…'")
    .replace(/\b(value|entry|string) [-+]?\d\S*/gi, "$1 …");

/** Error for a failure of a statement that can fail for its files alone. */
export const probeFailure = (error: unknown): unknown => {
  if (error instanceof OperationLost) return unavailable(error);
  const failure = queryFailure(error, "");
  return failure instanceof Refusal ? failure : directoryApart(error);
};

const unavailable = (cause: unknown): Refusal => retryLater("cluster-unavailable", {}, cause);

/** A file that this machine has and the cluster has not, or the reverse. */
export const directoryApart = (cause?: unknown): Refusal => retryLater("cluster-directory", {}, cause);
