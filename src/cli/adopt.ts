// The `bellwether adopt` command: joins a metadata store and a data directory that do not belong together,
// because an operator says that it is meant. Without `--yes` it says what would happen.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { bytesOf } from "../builds/execute/entries.js";
import type { Db } from "../db/connection.js";
import { lockDirectory } from "../db/directory-lock.js";
import { adoptBucket, type BucketPlace, readBucketPairing } from "../installation/bucket-identity.js";
import { join, type Place, readPairing, strangersIn } from "../installation/join.js";
import { countKnownFiles } from "../store/installation.js";
import { liveNodes } from "../store/nodes.js";
import { english } from "../words/format.js";
import { command } from "./command.js";
import { UsageError } from "./exit.js";
import { openLocalBucket, openLocalStore } from "./local-store.js";
import type { Terminal } from "./terminal.js";

export const adopt = command({
  usage: "adopt [--yes]",
  text: `Joins the metadata store and the data directory (DATABASE_URL, BELLWETHER_DATA), although they do not belong together
or the sweep has stopped: after you replaced one of them on purpose. Files that the store does not know move to trash/ in the
data directory, and are removed after BELLWETHER_TRASH_DAYS. Stop the service first. Without --yes it asks, or says what it
would do and changes nothing.`,
  options: { yes: { type: "boolean", text: "Do not ask." } },
  operands: [0, 0],
  async run({ values }, terminal) {
    const { config, db } = await openLocalStore(terminal.environment);
    const bucket = await openLocalBucket(config);
    if (bucket) return joinBucket({ db, bucket }, values.yes ?? false, terminal);
    const place = { db, dataDir: config.dataDir };
    try {
      await alone(place, async () => {
        const { out } = terminal;
        out.write(await whatItMeans(place, config.trashDays));
        if (!values.yes && !(await terminal.confirm("Join them?")))
          return void out.write("Nothing was changed. Run bellwether adopt --yes to do it.\n");
        await join(place, randomUUID(), Date.now());
        out.write("Joined. The service can start.\n");
      });
    } finally {
      await db.close();
    }
  },
});

const joinBucket = async (place: BucketPlace, isSure: boolean, terminal: Terminal): Promise<void> => {
  const { db, bucket } = place;
  try {
    await requireNoService(db);
    const { at } = await readBucketPairing(place);
    const files = await countKnownFiles(db.kysely);
    terminal.out.write(`The metadata store and ${bucket.url} ${at === "refused" ? "do not belong" : "belong"} together.
The store names ${english.count(files)} uploads and results. Objects that it does not name would be removed after BELLWETHER_TRASH_DAYS.
`);
    if (!isSure && !(await terminal.confirm("Join them?")))
      return void terminal.out.write("Nothing was changed. Run bellwether adopt --yes to do it.\n");
    await adoptBucket(place);
    terminal.out.write("Joined. The service can start.\n");
  } finally {
    bucket.close();
    await db.close();
  }
};

/** Runs `work` while no service runs on the directory or on the store. */
const alone = async ({ db, dataDir }: Place, work: () => Promise<void>): Promise<void> => {
  const unlock = lockDirectory(dataDir);
  try {
    await requireNoService(db);
    await work();
  } finally {
    unlock();
  }
};

const whatItMeans = async (place: Place, trashDays: number): Promise<string> => {
  const { at } = await readPairing(place);
  const files = await countKnownFiles(place.db.kysely);
  const { strange } = await strangersIn(place);
  let bytes = 0;
  for (const name of strange) bytes += await bytesOf(path.join(place.dataDir, name));
  const { count } = english;
  return `The metadata store and ${place.dataDir} ${at === "refused" ? "do not belong" : "belong"} together.
The store names ${count(files)} uploads and results.
The directory has ${count(strange.length)} others (${english.bytes(bytes)}), which would move to its trash for ${trashDays} days.
`;
};

/** The lock of the directory does not see a service with a copy of it. */
const requireNoService = async ({ kind, kysely }: Db): Promise<void> => {
  if (kind === "sqlite" || (await liveNodes(kysely)).length === 0) return;
  throw new UsageError(
    "A Bellwether is running on the metadata store at DATABASE_URL, or was until a moment ago. Stop it, and try again in half a minute.",
  );
};
