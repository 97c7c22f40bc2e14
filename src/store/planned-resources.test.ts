import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { limits } from "../domain/resource/limits.js";
import { createAccount } from "./accounts.js";
import { KnownResources, listPlanned } from "./planned-resources.js";
import {
  findById,
  insertResource,
  markProgress,
  markStatus,
  recordRefusal,
  removeResource,
  updateResource,
} from "./resources.js";

const now = 1_700_000_000_000;
type Trx = Parameters<Parameters<Db["transaction"]>[0]>[0];

onEveryStore(({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = await open();
  });

  const insert = (trx: Trx, accountId: string, name: string) =>
    insertResource(
      trx,
      {
        accountId,
        name,
        type: "cohorts",
        upstreamIds: [],
        uniqueName: false,
        config: { stream_name: "transaction" },
      },
      now,
    );

  const changes: Record<string, (trx: Trx, id: string, accountId: string) => Promise<unknown>> = {
    add: (trx, _, accountId) => insert(trx, accountId, "added"),
    remove: async (trx, id) => {
      const found = await findById(trx, id);
      if (found) await removeResource(trx, found, now);
    },
    rename: async (trx, id) => {
      const found = await findById(trx, id);
      if (found?.type !== "cohorts") return;
      const { config } = found;
      await updateResource(trx, found, { name: `${found.name}+`, config, upstreamIds: [] }, now);
    },
    mark: (trx, id) => markStatus(trx, id, "running", now),
    report: (trx, id) => markProgress(trx, [id], Math.random(), "Counting", now),
    refuse: (trx, id) => recordRefusal(trx, id, { fingerprint: "f", message: "No such column." }, now),
  };

  test("what is kept of an account that was planned before is what its rows say, also after changes that are taken back", async () => {
    const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "a@example.com" }, now);
    for (const name of ["a", "b", "c"]) await db.transaction((trx) => insert(trx, accountId, name));
    const compare = async (trx: Db["kysely"]) => {
      const planned = await listPlanned(trx, accountId);
      const ids = planned.map(({ id }) => id);
      expect(planned).toEqual(ids.length === 0 ? [] : await listPlanned(trx, accountId, ids));
      return ids;
    };
    const step = fc.record({
      what: fc.constantFrom(...Object.keys(changes)),
      which: fc.nat(),
      isKept: fc.boolean(),
      isPlanned: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const { what, which, isKept, isPlanned } of steps) {
          const ids = await compare(db.kysely);
          const change = db.transaction(async (trx) => {
            await changes[what]!(trx, ids[which % ids.length] ?? "", accountId);
            if (isPlanned) await compare(trx);
            if (!isKept) throw new Error("taken back");
          });
          await change.catch((error: Error) => expect(error.message).toBe("taken back"));
        }
        await compare(db.kysely);
      }),
      { numRuns: 20 },
    );
  });
});

test("the resources that are kept have a limit, whatever accounts are planned", () => {
  const known = new KnownResources();
  const some = (count: number) =>
    Array.from({ length: count }, (_, sequence) => ({ revision: 1, planned: { sequence } }));
  const keep = (account: string, count: number) => known.keep(account, some(count) as never);
  const { is: most } = limits.knownResources;
  for (let i = 0; i < 20; i++) keep(`a${i}`, most / 2);
  const kept = Array.from({ length: 20 }, (_, i) => known.of(`a${i}`)?.size);
  expect(kept).toEqual([...Array(18).fill(undefined), most / 2, most / 2]);
  keep("a18", 1);
  keep("large", 10 * most);
  expect(["a18", "a19", "large"].map((account) => known.of(account)?.size)).toEqual([1, most / 2, undefined]);
});
