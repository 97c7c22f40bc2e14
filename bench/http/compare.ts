// The comparison of a read with the least that a server does: processor time of the process for each request,
// of this service and of a route of Fastify that sends the same record. They take turns, since a machine is
// faster at one time than at another.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import path from "node:path";
import type { Account } from "./accounts.js";
import { costOf } from "./cost.js";

/** Processor milliseconds for each request. */
export interface ReadCosts {
  service: number;
  least: number;
}

const rounds = 10;

/** Reads the record at `at` of a service that is idle. `dir` receives the log of the least server. */
export const compareRead = async (
  service: { pid: number; url: string },
  { client, key }: Account,
  at: string,
  dir: string,
): Promise<ReadCosts> => {
  const record = await client.get(at);
  const least = await startLeastServer(record, dir);
  try {
    const read = { name: "read", method: "GET", key, isRead: true } as const;
    const costs = [
      () => costOf({ pid: service.pid, url: `${service.url}/v1` }, { ...read, path: at }),
      () => costOf({ pid: least.child.pid!, url: least.url }, { ...read, path: "/record" }),
    ];
    for (const cost of costs) await cost();
    const sums = [0, 0];
    for (let round = 0; round < rounds; round++)
      for (const [s, cost] of costs.entries()) sums[s]! += await cost();
    return { service: sums[0]! / rounds, least: sums[1]! / rounds };
  } finally {
    least.child.kill();
  }
};

const startLeastServer = async (record: unknown, dir: string) => {
  const log = openSync(path.join(dir, "least.log"), "a");
  const child: ChildProcess = fork(
    path.join(import.meta.dirname, "least-server.js"),
    [JSON.stringify(record)],
    { stdio: ["ignore", log, "inherit", "ipc"] },
  );
  const [url] = await once(child, "message");
  return { child, url: url as string };
};
