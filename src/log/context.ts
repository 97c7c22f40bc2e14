// The log context: ids that every log line carries while a request is answered or a build runs, so that one
// search finds all that belongs together. A build keeps the id of the request that caused it.

import { AsyncLocalStorage } from "node:async_hooks";

export interface LogContext {
  /** The request that is answered, or that caused the build: the `id` of errors and of the header `x-request-id`. */
  request?: string | undefined;
  /** The running build: its job and attempt. */
  build?: string;
  account?: string;
  resource?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs `work`, and everything that it starts, in the context. */
export const inLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

/** The context of the caller; empty outside a request or a build. */
export const logContext = (): LogContext => storage.getStore() ?? {};

/** Fields for the lines of a running build. The lines of a request have its id already. */
export const buildFields = (): LogContext => {
  const context = logContext();
  return context.build === undefined ? {} : { ...context };
};
