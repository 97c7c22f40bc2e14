// Load on one operation: each connection sends the next request as soon as it has a response.

import autocannon from "autocannon";

export interface Operation {
  name: string;
  method: "GET" | "POST";
  path: string;
  key: string;
  /** Of a session, in place of the key. */
  cookie?: string;
  body?: object;
  /** Reads have a limit on how much slower they may be while a build runs. */
  isRead: boolean;
  /** It needs no key, and its network address has a limit of its own. */
  isPublic?: boolean;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Throws if a request fails. */
export const measureLoad = async (
  url: string,
  { name, method, path, key, body }: Operation,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> => {
  // Waits for responses to requests that the previous load abandoned.
  await fetch(`${url}/ready`);
  const run = autocannon({
    url: url + path,
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    connections,
    duration: seconds,
  });
  const ms: number[] = [];
  run.on("response", (_client, _status, _bytes, duration: number) => ms.push(duration));
  const { requests, non2xx, errors } = await run;
  if (non2xx + errors > 0)
    throw new Error(`${name}: ${non2xx} responses with an error, ${errors} failed requests`);
  if (ms.length === 0) throw new Error(`${name}: no response within ${seconds} s`);
  ms.sort((a, b) => a - b);
  return { requestsPerSecond: requests.average, p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99) };
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
