// Probe of a cluster: it answers, takes our sign-in, and reads and writes the files that this machine sees under the same paths.

import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseClusterAddress } from "../../domain/cluster-address.js";
import { assert } from "../../errors/refusal.js";
import { ident, type Sql, sql } from "../sql/sql.js";
import { SparkClient } from "./connect.js";
import { connectionFailure, directoryApart, probeFailure } from "./failures.js";
import { sessionSettings } from "./session-settings.js";
import { statementText } from "./statement.js";

/** `dir`: a directory on the shared file system, which is created and removed. Throws as `Cluster` does. */
export const probeCluster = (url: string, dir: string): Promise<void> =>
  inSession(url, randomUUID(), async (client) => {
    const [original, copy] = [path.join(dir, "original.txt"), path.join(dir, "copy")];
    const nonce = randomUUID();
    await mkdir(dir, { recursive: true });
    try {
      await writeFile(original, `${nonce}\n`);
      const statement = statementText(copyText(original, copy));
      await client.execute(statement).catch((error) => {
        throw probeFailure(error);
      });
      if (!(await isIn(copy, nonce))) throw directoryApart();
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

const inSession = async (
  url: string,
  session: string,
  act: (client: SparkClient) => Promise<void>,
): Promise<void> => {
  const client = clientOf(url, session);
  try {
    await client.configure(sessionSettings).catch((error) => {
      throw connectionFailure(error);
    });
    await act(client);
    await client.release().catch(() => {});
  } finally {
    client.close();
  }
};

const clientOf = (url: string, session: string): SparkClient => {
  const address = parseClusterAddress(url);
  assert(address, "the address of the cluster was checked at start");
  return new SparkClient(address, session);
};

const copyText = (from: string, to: string): Sql =>
  sql`insert overwrite directory ${to} using text select value from ${ident("text", from)}`;

const isIn = async (dir: string, nonce: string): Promise<boolean> => {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith(".txt"));
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(dir, name), "utf8").catch(() => "")),
  );
  return texts.some((text) => text.trim() === nonce);
};
