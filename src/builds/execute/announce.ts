// Announcement of builds: what goes out to people and programs, queued in the transaction that records a
// result or a refusal.

import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { TriggerResult } from "../../domain/target/trigger.js";
import type { News } from "../../notify/messages.js";
import type { UnmailedBuild } from "../../store/mailed-builds.js";
import { takeUnannounced } from "../../store/privacy-receipts.js";
import { findById, markAnnounced, type Resource } from "../../store/resources.js";

export interface Announcers {
  /** Queues the e-mail about a first result or a failure, in the same transaction. */
  announce(db: Kysely<Database>, news: Resource & Pick<News, "privacy">, now: EpochMs): Promise<void>;
  /** Keeps a result or a failure for the mail of its run, in the same transaction. Absent: there is none. */
  noteBuild?(db: Kysely<Database>, accountId: string, build: UnmailedBuild): Promise<void>;
  /** Queues the e-mail about a run if it is over, in the transaction of its last build. */
  settleRun?(db: Kysely<Database>, accountId: string, now: EpochMs): Promise<void>;
  /** Queues notices to webhook endpoints about every new result and every failure, in the same transaction. */
  announceToEndpoints(db: Kysely<Database>, resource: Resource, now: EpochMs): Promise<void>;
  /** Queues the reports of a trigger to webhook endpoints, in the same transaction. Absent: nothing is sent. */
  announcePeople?(
    db: Kysely<Database>,
    trigger: Resource<"triggers">,
    news: NonNullable<TriggerResult["news"]>,
    now: EpochMs,
  ): Promise<void>;
  clock: () => EpochMs;
}

/**
 * Endpoints receive every result and failure; an e-mail goes out for the first of each kind per
 * configuration, except of replays.
 */
export const announceBuild = async (
  trx: Kysely<Database>,
  resourceId: string,
  { announceToEndpoints, noteBuild, announce, clock }: Announcers,
): Promise<void> => {
  const resource = await findById(trx, resourceId);
  if (resource?.type === "people") return announceLists(trx, resource, { announce, clock });
  if (!resource) return;
  await announceToEndpoints(trx, resource, clock());
  if (resource.type === "replays") return;
  const news = resource.status === "error" ? "failed" : "built";
  const isAwaited = resource.announced !== news;
  await noteBuild?.(trx, resource.accountId, { resourceId, news, isAwaited });
  if (!isAwaited) return;
  await announce(trx, resource, clock());
  await markAnnounced(trx, resource.id, news);
};

/** An e-mail for each privacy list whose rows are new: whom it takes out is known once people are built. */
const announceLists = async (
  trx: Kysely<Database>,
  { accountId, result }: Resource<"people">,
  { announce, clock }: Pick<Announcers, "announce" | "clock">,
): Promise<void> => {
  for (const id of await takeUnannounced(trx, accountId)) {
    const [list, privacy] = [await findById(trx, id), result?.privacy?.[id]];
    if (list && privacy) await announce(trx, { ...list, privacy }, clock());
  }
};
