import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { openNewStore } from "../../test/support/new-store.js";
import { canMount, fillDisk, freeDisk, mountTmpfs } from "../../test/support/tmpfs.js";
import { createAccount } from "./accounts.js";
import { listAudit } from "./audit.js";
import { verifyAudit } from "./audit-chain.js";
import type { AuditRecord } from "./audit-record.js";
import { WaitingAudit } from "./waiting-audit.js";

const key = { type: "key", id: "k", name: "nightly", hint: "x7Qa", address: "192.0.2.1" } as const;

/** A store on a disk without room for one more write. */
const openFull = async (most: number) => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-late-"));
  await mountTmpfs(dir, 16);
  const db = await openNewStore(path.join(dir, "bellwether.sqlite"));
  const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, 1);
  const { id: deleted } = await createAccount(db.kysely, { name: "Gone", email: "" }, 1);
  const lines: { fields: object; text: string }[] = [];
  const log = (fields: object, text: string) => void lines.push({ fields, text });
  const late = new WaitingAudit(db, { info: log, warn: log }, most);
  onTestFinished(async () => {
    await late.close();
    await db.close();
  });
  await db.forgetDeleted();
  await fillDisk(dir);
  const read = (id: string, at: number, account = accountId) => {
    const done: AuditRecord = {
      accountId: account,
      actor: key,
      action: "download",
      subject: { type: "targets", id },
    };
    return late.record(done, at);
  };
  const stored = async () =>
    (await listAudit(db.kysely, accountId, {}, { limit: 100 })).entries.map(
      ({ at, times, lastAt, subject }) => [subject?.id, at, times, lastAt],
    );
  return { dir, db, accountId, late, lines, read, stored, deleted };
};

test(
  "on a full disk entries of reads are in the log, and are stored when there is room (mounting a small disk needs root)",
  needing("rights to mount", canMount),
  async () => {
    const { dir, db, accountId, late, lines, read, stored } = await openFull(3);
    await read("a", 10);
    await read("b", 20);
    await read("a", 30);
    await read("c", 40);
    await late.flush();
    expect(await stored()).toEqual([]);
    expect(lines.map(({ text }) => text)).toEqual([
      ...Array(3).fill("the audit entry of a read is stored when the store can be written"),
      "the audit entry of a read is in this log alone: too many wait",
    ]);
    expect(lines[1]!.fields).toMatchObject({
      code: "disk-full",
      audit: { actor: key, action: "download", subject: { id: "b" }, at: "1970-01-01T00:00:00.020Z" },
    });
    await freeDisk(dir);
    await late.flush();
    expect(await stored()).toEqual([
      ["b", 20, 1, 20],
      ["a", 10, 2, 30],
    ]);
    expect(await verifyAudit(db.kysely, accountId)).toMatchObject({ links: 2, fault: null });
    expect(lines.at(-1)).toMatchObject({ fields: { stored: 3, dropped: 1 } });
    await read("c", 50);
    expect(await stored()).toHaveLength(3);
  },
);

test(
  "entries of an account that is deleted meanwhile hold up no others; what still waits at the end is said (mounting a small disk needs root)",
  needing("rights to mount", canMount),
  async () => {
    const { dir, db, late, lines, read, stored, deleted } = await openFull(10);
    await read("a", 10, deleted);
    await read("b", 20);
    await freeDisk(dir);
    await db.kysely.deleteFrom("account").where("id", "=", deleted).execute();
    await late.flush();
    expect(await stored()).toEqual([["b", 20, 1, 20]]);
    await db.forgetDeleted();
    await fillDisk(dir);
    await read("c", 30);
    await late.close();
    expect(lines.at(-1)).toEqual({
      fields: { entries: 1 },
      text: "audit entries of reads are in this log alone",
    });
  },
);
