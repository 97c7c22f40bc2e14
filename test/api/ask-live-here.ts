// Live scores in the test's own process, with an index for each question. `test/workflows/live-scores.slow.test.ts` covers
// the child process.

import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { Arrivals } from "../../src/builds/live/arrivals.js";
import { LiveAccount } from "../../src/builds/live/live-account.js";
import { readLiveState, waitingFiles } from "../../src/builds/live/live-sources.js";
import type { Db } from "../../src/db/connection.js";
import type { AskLive } from "../../src/domain/pipeline/live-score.js";
import { refuse } from "../../src/errors/refusal.js";

export const askLiveHere =
  (db: Db, dataDir: string, clock: () => number): AskLive =>
  async (accountId, question) => {
    const places = { db: db.kysely, dataDir, accountId };
    const state = await readLiveState(places);
    if (state === null) throw refuse("live-not-ready", { seconds: 1 });
    const dir = await mkdtemp(path.join(dataDir, "live-"));
    const account = await LiveAccount.open(state.build, dir, 256);
    const arrivals = new Arrivals(path.join(dataDir, "events", accountId));
    try {
      await arrivals.readLogs(clock());
      await arrivals.readFiles(await waitingFiles(places, state), clock());
      await account.takeUp(arrivals, clock());
      return await account.answer(question, clock());
    } finally {
      arrivals.close();
      account.close();
      await rm(dir, { recursive: true });
    }
  };
