// Damage to stored files. A damaged result is out of date, so the next plan builds it again from its inputs
// and from the intact files of its previous build. A damaged upload cannot be built again: the datasets that
// read it have the status "error" until somebody uploads the file again, and their results stay.

import path from "node:path";
import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import type { Database } from "../../db/schema.js";
import { lockAccount } from "../../db/transaction.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Troubles } from "../../errors/troubles.js";
import type { DamagedFile, NamedFile } from "../../integrity/file-guard.js";
import type { Queue } from "../../queue/queue.js";
import { findById } from "../../store/resources.js";
import { countDamagedUploads, markResultDamaged, markUploadDamaged } from "../../store/stored-files.js";
import { kindOf } from "../kinds.js";
import { reconcile } from "../plan/reconcile.js";

export interface DamageOptions {
  db: Db;
  queue: Pick<Queue, "enqueue">;
  clock: () => EpochMs;
  troubles?: Troubles;
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
}

/** Records damage, in a transaction for each account. */
export const reportDamage = async (
  options: DamageOptions,
  damaged: readonly DamagedFile[],
): Promise<void> => {
  const { db, queue, clock } = options;
  for (const [accountId, found] of await byAccount(db.kysely, damaged))
    await db.transaction(async (trx) => {
      await markDamage(trx, accountId, found, options);
      await reconcile(trx, queue, accountId, clock());
    });
  await showDamagedUploads(options);
};

/** Records that an upload, which was damaged, has its bytes again. */
export const reportMended = async (
  options: DamageOptions,
  { owner, path: file }: NamedFile,
): Promise<void> => {
  const { db, queue, clock } = options;
  if (owner.of !== "upload") return;
  await db.transaction(async (trx) => {
    if (!(await markUploadDamaged(trx, owner.accountId, file, null))) return;
    await reconcile(trx, queue, owner.accountId, clock());
  });
  await showDamagedUploads(options);
};

/** In a transaction: records damage to files of one account. The caller plans the account. */
export const markDamage = async (
  trx: Kysely<Database>,
  accountId: string,
  damaged: readonly DamagedFile[],
  { clock, log }: Pick<DamageOptions, "clock" | "log">,
): Promise<void> => {
  await lockAccount(trx, accountId);
  for (const found of byOwner(damaged)) {
    const marked = await markOwner(trx, found, clock());
    if (marked) for (const { file, fault } of found) logDamage(log, accountId, file.path, fault, marked);
  }
};

/** Severity of a damage; null if it was known. */
type Marked = "built again" | "loses state" | "lost";

const markOwner = async (
  trx: Kysely<Database>,
  damaged: readonly DamagedFile[],
  now: EpochMs,
): Promise<Marked | null> => {
  const { owner, path: file } = damaged[0]!.file;
  if (owner.of === "upload")
    return (await markUploadDamaged(trx, owner.accountId, file, now)) ? "lost" : null;
  const resource = await findById(trx, owner.resourceId);
  if (!resource || resource.type === "traits") return null;
  const paths = damaged.map((each) => path.relative(owner.resultDir, each.file.path));
  const { continuesFrom } = kindOf(resource.type);
  const losesState = paths.some((each) => continuesFrom?.(each) ?? false);
  if (!(await markResultDamaged(trx, owner, paths, losesState))) return null;
  return losesState ? "loses state" : "built again";
};

const logDamage = (
  log: DamageOptions["log"],
  account: string,
  file: string,
  fault: DamagedFile["fault"],
  marked: Marked,
): void => {
  const text = `The file ${file} is damaged (${fault}): ${consequences[marked]}`;
  if (marked === "built again") log.warn({ account, file, fault }, text);
  else log.error({ account, file, fault }, text);
};

const consequences: Record<Marked, string> = {
  "built again": "its result is built again.",
  "loses state":
    "its result is built again, without what only this file held; everything made of it is built again, too.",
  lost: "it cannot be made again, and has to be uploaded again.",
};

/** Shows in `GET /ready` whether any upload is damaged. */
export const showDamagedUploads = async ({
  db,
  troubles,
}: Pick<DamageOptions, "db" | "troubles">): Promise<void> => {
  if (!troubles) return;
  const count = await countDamagedUploads(db.kysely);
  if (count === 0) troubles.clear("upload-damaged");
  else
    troubles.report(
      "upload-damaged",
      `${count === 1 ? "An uploaded file is" : `${count} uploaded files are`} damaged and must be uploaded again; bellwether doctor names ${count === 1 ? "it" : "them"}.`,
    );
};

const byAccount = async (
  db: Kysely<Database>,
  damaged: readonly DamagedFile[],
): Promise<Map<string, DamagedFile[]>> => {
  const groups = new Map<string, DamagedFile[]>();
  for (const each of damaged) {
    const { owner } = each.file;
    const accountId =
      owner.of === "upload" ? owner.accountId : (await findById(db, owner.resourceId))?.accountId;
    // A resource that was deleted meanwhile has no files.
    if (accountId !== undefined) groups.set(accountId, [...(groups.get(accountId) ?? []), each]);
  }
  return groups;
};

const byOwner = (damaged: readonly DamagedFile[]): DamagedFile[][] => {
  const groups = new Map<string, DamagedFile[]>();
  for (const each of damaged) {
    const { owner, path: file } = each.file;
    const key = owner.of === "upload" ? file : `${owner.resourceId} ${owner.resultDir}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
};
