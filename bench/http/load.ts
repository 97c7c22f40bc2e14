// Load on one address: so many connections, each of which asks again as soon as it is answered.

import autocannon from "autocannon";

export interface Operation {
  name: string;
  method: "GET" | "POST";
  path: string;
  key: string;
  body?: object;
  /** A read is held to how much slower it may become while a build runs. */
  isRead: boolean;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Throws if anything but success was answered. */
export const measureLoad = async (
  url: string,
  { name, method, path, key, body }: Operation,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> => {
  await fetch(`${url}/ready`); // What was asked before and given up is still being answered.
  const run = autocannon({
    url: url + path,
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    connections,
    duration: seconds,
  });
  const ms: number[] = [];
  run.on("response", (_client, _status, _bytes, took: number) => ms.push(took));
  const { requests, non2xx, errors } = await run;
  if (non2xx + errors > 0)
    throw new Error(`${name}: ${non2xx} answers were no success, ${errors} requests failed`);
  if (ms.length === 0) throw new Error(`${name}: nothing was answered within ${seconds} s`);
  ms.sort((a, b) => a - b);
  return { requestsPerSecond: requests.average, p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99) };
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
