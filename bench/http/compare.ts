// The comparison of a read with the least that a server does: processor time of the process for each request,
// of this service and of a route of Fastify that sends the same record. They take turns, since a machine is
// faster at one time than at another.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import autocannon from "autocannon";
import type { Account } from "./accounts.js";

interface Server {
  pid: number;
  url: string;
  key: string;
}

/** Processor milliseconds for each request. */
export interface ReadCosts {
  service: number;
  least: number;
}

const rounds = 10;
const requestsPerRound = 1_000;
const connections = 8;

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
    const servers = [
      { pid: service.pid, url: `${service.url}/v1${at}`, key },
      { pid: least.child.pid!, url: `${least.url}/record`, key },
    ];
    for (const server of servers) await load(server);
    const sums = [0, 0];
    for (let round = 0; round < rounds; round++)
      for (const [s, server] of servers.entries()) sums[s]! += await costOf(server);
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

const costOf = async (server: Server): Promise<number> => {
  const before = processorMs(server.pid);
  await load(server);
  return (processorMs(server.pid) - before) / requestsPerRound;
};

const load = async ({ url, key }: Server): Promise<void> => {
  const headers = { authorization: `Bearer ${key}` };
  const { non2xx, errors } = await autocannon({ url, headers, connections, amount: requestsPerRound });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
};

/** Linux counts in hundredths of a second. */
const tickMs = 10;

const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};
