// Probe of a cluster: it answers, takes our sign-in, and reads and writes the files that this machine sees
// under the same paths.

import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { SparkClient } from "../../cluster/connect.js";
import { parseClusterAddress } from "../../domain/machine/cluster-address.js";
import { assert } from "../../errors/refusal.js";
import { ident, type Sql, sql } from "../sql/sql.js";
import { connectionFailure, directoryApart, probeFailure } from "./failures.js";
import { fileSettings } from "./session-settings.js";
import { statementText } from "./statement.js";

export interface ClusterAnswer {
  /** As the cluster gives it; Spark's begins with a number such as 4.3.0. */
  version: string;
  /** Time by which the clock of the cluster is ahead of ours, less what the answer took; negative: behind. */
  aheadMs: number;
}

/**
 * Each of several tasks copies a file, so that several workers take part. `dir`: a directory on the shared
 * file system, which is created and removed. Throws as `Cluster` does.
 */
export const probeCluster = (url: string, dir: string): Promise<ClusterAnswer> =>
  inSession(url, randomUUID(), async (client) => {
    const [original, copy] = [path.join(dir, "original.txt"), path.join(dir, "copy")];
    const nonce = randomUUID();
    await mkdir(dir, { recursive: true });
    try {
      await writeFile(original, `${nonce}\n`);
      const statement = statementText(copies(original, copy));
      const sentMs = Date.now();
      await client.execute(statement).catch((error) => {
        throw probeFailure(error);
      });
      const answeredMs = Date.now();
      const lines = (await linesIn(copy)).filter((line) => line.startsWith(`${nonce} `));
      if (lines.length !== tasks) throw directoryApart();
      const [, clockMs, version = ""] = /^\S+ (\d+) (.*)$/.exec(lines[0]!) ?? [];
      return { version, aheadMs: outside(Number(clockMs), sentMs, answeredMs) };
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

/** Whether the cluster answers at all. Throws as `Cluster` does. */
export const greetCluster = (url: string): Promise<void> => inSession(url, randomUUID(), async () => {});

/** Ends what still runs in a session whose process is dead. */
export const endClusterSession = async (url: string, session: string): Promise<void> => {
  const client = clientOf(url, session);
  await client.release().finally(() => client.close());
};

const inSession = async <T>(
  url: string,
  session: string,
  act: (client: SparkClient) => Promise<T>,
): Promise<T> => {
  const client = clientOf(url, session);
  try {
    await client.configure(fileSettings).catch((error) => {
      throw connectionFailure(error);
    });
    const answer = await act(client);
    await client.release().catch(() => {});
    return answer;
  } finally {
    client.close();
  }
};

const clientOf = (url: string, session: string): SparkClient => {
  const address = parseClusterAddress(url);
  assert(address, "the address of the cluster was checked at start");
  return new SparkClient(address, session);
};

const tasks = 8;

/** A line for each task: the line of the file, the clock of the cluster and its version. */
const copies = (from: string, to: string): Sql => sql`
  insert overwrite directory ${to} using text
  select concat_ws(' ', file.value, cast(unix_millis(current_timestamp()) as string), version()) as value
  from range(0, ${tasks}, 1, ${tasks}) as task cross join ${ident("text", from)} as file`;

const linesIn = async (dir: string): Promise<string[]> => {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith(".txt"));
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(dir, name), "utf8").catch(() => "")),
  );
  return texts.flatMap((text) => text.split("\n"));
};

const outside = (moment: number, from: number, to: number): number =>
  moment < from ? moment - from : Math.max(0, moment - to);
