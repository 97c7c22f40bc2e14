// Processor time of a service for each request of one kind.

import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { Operation } from "./load.js";

const connections = 8;
/**
 * Of a cheap request. One that changes something is sent less often, since what it makes stays, and one without a key
 * so seldom that all rounds stay below the limit of a network address.
 */
export const requestsPerRound = { read: 500, change: 100, public: 100 };

/** Processor milliseconds for each request, of the process that listens at `url`. Throws if a request fails. */
export const costOf = async (
  { pid, url }: { pid: number; url: string },
  { method, path, key, cookie, body, isRead, isPublic }: Operation,
): Promise<number> => {
  const { read, change, public: open } = requestsPerRound;
  const amount = isPublic ? open : isRead ? read : change;
  const before = processorMs(pid);
  const { non2xx, errors } = await autocannon({
    url: url + path,
    method,
    headers: {
      ...(cookie === undefined
        ? { authorization: `Bearer ${key}` }
        : { cookie, "sec-fetch-site": "same-origin" }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    connections,
    amount,
  });
  if (non2xx + errors > 0) throw new Error(`${url}${path}: ${non2xx + errors} requests failed`);
  return (processorMs(pid) - before) / amount;
};

/** Linux counts in hundredths of a second. */
const tickMs = 10;

const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};
