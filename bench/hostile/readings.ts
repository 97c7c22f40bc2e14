// Readings: response times of the small reads of one account, one at a time. Every tenth comes on a
// connection of its own, as of a program that starts.

import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Readings {
  ms: number[];
  /** Reads that got another status than 200, or no answer. */
  failures: number;
}

const pauseMs = 15;
const patienceMs = 30_000;
const newConnectionEvery = 10;

/** Reads one path after the other, again and again, until the signal. */
export const readUntil = async (
  signal: AbortSignal,
  { url, key, paths }: { url: string; key: string; paths: readonly string[] },
): Promise<Readings> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const readings: Readings = { ms: [], failures: 0 };
  for (let i = 0; !signal.aborted; i++) {
    const path = url + paths[i % paths.length]!;
    const startedMs = performance.now();
    const status = await statusOf(path, key, i % newConnectionEvery === 0 ? false : agent);
    readings.ms.push(performance.now() - startedMs);
    if (status !== 200) readings.failures++;
    await sleep(pauseMs);
  }
  agent.destroy();
  return readings;
};

/** 0 without an answer. */
const statusOf = (url: string, key: string, agent: Agent | false): Promise<number> =>
  new Promise((resolve) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", () => resolve(0));
    });
    sent.setTimeout(patienceMs, () => sent.destroy());
    sent.once("error", () => resolve(0));
    sent.end();
  });

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ??
  Number.NaN;
