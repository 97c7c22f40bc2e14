import { beforeAll, expect, test } from "vitest";
import { allOf, onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import type { DatasetResult } from "../domain/proposal/dataset-result.js";
import { createAccount } from "./accounts.js";
import {
  accountsWithDueEvents,
  findById,
  findResource,
  findResources,
  findStream,
  findStreams,
  insertResource,
  listResources,
  markAnnounced,
  markProgress,
  markStatus,
  type Resource,
  recordRefusal,
  recordResult,
  removeResource,
  revisionsOf,
  updateResource,
  usersOf,
} from "./resources.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  let db: Db;
  let accountId: string;
  beforeAll(async () => {
    db = await open();
    accountId = await newAccount();
  });

  const newAccount = async () =>
    (await createAccount(db.kysely, { name: "Shop", email: "owner@example.com" }, now)).id;

  const insertCohort = (name: string, of = accountId, at = now) =>
    db.transaction((trx) =>
      insertResource(
        trx,
        {
          accountId: of,
          type: "cohorts",
          name,
          config: { stream_name: "transaction", min_count: 2 },
          upstreamIds: [],
          uniqueName: false,
        },
        at,
      ),
    );

  const insertOutcome = (name: string, cohortId: string, of = accountId) =>
    db.transaction((trx) =>
      insertResource(
        trx,
        {
          accountId: of,
          type: "outcomes",
          name,
          config: { attainment_cohort_id: cohortId },
          upstreamIds: [cohortId, cohortId],
          uniqueName: true,
        },
        now,
      ),
    );

  const insertDataset = (of: string) =>
    db.transaction((trx) =>
      insertResource(
        trx,
        {
          accountId: of,
          type: "datasets",
          name: "Orders",
          config: {
            identity_sets: {},
            options: { type: "hosted_csv", upload_directory: "orders" },
            output_to_streams: {},
            output_to_traits: {},
          },
          upstreamIds: [],
          uniqueName: false,
        },
        now,
      ),
    );

  test("a resource is found as configured, by its own account and type only", async () => {
    const cohort = await insertCohort("Repeat purchasers");
    expect(cohort).toMatchObject({
      accountId,
      type: "cohorts",
      name: "Repeat purchasers",
      config: { stream_name: "transaction", min_count: 2 },
      version: 1,
      status: "new",
      result: null,
      announced: null,
      createdAt: now,
      lastUpdatedConfigAt: now,
      lastUpdatedOutputAt: null,
    });
    expect(await findResource(db.kysely, accountId, "cohorts", cohort.id)).toEqual(cohort);
    expect(await findById(db.kysely, cohort.id)).toEqual(cohort);
    expect(await findResource(db.kysely, accountId, "outcomes", cohort.id)).toBeUndefined();
    expect(await findResource(db.kysely, await newAccount(), "cohorts", cohort.id)).toBeUndefined();
  });

  test("resources are listed newest first, even within a millisecond", async () => {
    const account = await newAccount();
    const older = await insertCohort("later, by a clock that was set back", account, now + 9);
    const made = [];
    for (let i = 0; i < 20; i++) made.push((await insertCohort(`cohort ${i}`, account)).id);
    const listed = await listResources(db.kysely, account, "cohorts");
    expect(listed.map(({ id }) => id)).toEqual([older.id, ...made.reverse()]);
  });

  test("a list can be restricted to types and ids, and skips unknown ids", async () => {
    const account = await newAccount();
    const cohort = await insertCohort("Customers", account);
    const outcome = await insertOutcome("Buys again", cohort.id, account);
    const stranger = await insertCohort("Somebody else's");
    const idsOf = async (...[type, ids]: [Resource["type"]?, string[]?]) =>
      (await listResources(db.kysely, account, type, ids)).map(({ id }) => id);
    expect(await idsOf()).toEqual([outcome.id, cohort.id]);
    expect(await idsOf("cohorts")).toEqual([cohort.id]);
    expect(await idsOf(undefined, [cohort.id, stranger.id, "none"])).toEqual([cohort.id]);
    expect(await idsOf("outcomes", [cohort.id])).toEqual([]);
    expect(await idsOf("cohorts", [])).toEqual([]);
  });

  test("any number of resources is found by id, and of streams by name", async () => {
    const account = await newAccount();
    const cohort = await insertCohort("Customers", account);
    const outcome = await insertOutcome("Buys again", cohort.id, account);
    const stranger = await insertCohort("Somebody else's");
    const nobody = Array.from({ length: 40_000 }, (_, i) => `nobody-${i}`);
    const found = await findResources(db.kysely, account, [outcome.id, stranger.id, ...nobody, cohort.id]);
    expect(found).toEqual([outcome, cohort]);
    expect(await findResources(db.kysely, account, [])).toEqual([]);
    expect(await findStreams(db.kysely, account, nobody)).toEqual([]);
  });

  test("a unique name is taken regardless of case, within its type and account only", async () => {
    const account = await newAccount();
    const cohort = await insertCohort("Émile's", account);
    await insertCohort("Émile's", account);
    await insertOutcome("Émile's", cohort.id, account);
    await expect(insertOutcome("émile's", cohort.id, account)).rejects.toMatchObject({
      code: "name-taken",
      message: "Another outcome is already named émile's. Choose another name.",
    });
    const other = await newAccount();
    await insertOutcome("Émile's", (await insertCohort("Customers", other)).id, other);
  });

  test("a changed name must be unique too, and may change in case", async () => {
    const account = await newAccount();
    const cohort = await insertCohort("Customers", account);
    await insertOutcome("First", cohort.id, account);
    const second = await insertOutcome("Second", cohort.id, account);
    const rename = (name: string) =>
      db.transaction((trx) =>
        updateResource(trx, second, { name, config: second.config, upstreamIds: [cohort.id] }, now),
      );
    await expect(rename("FIRST")).rejects.toMatchObject({ code: "name-taken" });
    expect((await rename("SECOND")).name).toBe("SECOND");
  });

  test("a stream is found by its machine name", async () => {
    const stream = await db.transaction((trx) =>
      insertResource(
        trx,
        {
          accountId,
          type: "streams",
          name: "repeat_purchase",
          config: {},
          upstreamIds: [],
          uniqueName: true,
        },
        now,
      ),
    );
    expect(await findStream(db.kysely, accountId, "repeat_purchase")).toEqual(stream);
    expect(await findStream(db.kysely, accountId, "refund")).toBeUndefined();
  });

  test("a change increments the version, and a second change of the same version is refused", async () => {
    const cohort = await insertCohort("Changed");
    const change = { name: "Changed", config: { min_count: 3 }, upstreamIds: [] };
    const changed = await db.transaction((trx) => updateResource(trx, cohort, change, now + 5));
    expect(changed).toMatchObject({ version: 2, config: { min_count: 3 }, lastUpdatedConfigAt: now + 5 });
    const again = db.transaction((trx) => updateResource(trx, cohort, change, now + 6));
    await expect(again).rejects.toMatchObject({ code: "changed-meanwhile" });
    expect(await findById(db.kysely, cohort.id)).toEqual(changed);
  });

  test("revisions differ after any change of the account's resources, and after nothing else", async () => {
    const of = await newAccount();
    const seen = new Set([await revisionsOf(db.kysely, of)]);
    const changed = async () => {
      const revisions = await revisionsOf(db.kysely, of);
      const isNew = !seen.has(revisions);
      seen.add(revisions);
      return isNew;
    };
    const { id } = await insertCohort("first", of);
    expect(await changed()).toBe(true);
    const second = await insertCohort("second", of);
    expect(await changed()).toBe(true);
    await insertCohort("of another account");
    expect(await changed()).toBe(false);
    await db.transaction((trx) => markStatus(trx, id, "ready", now));
    expect(await changed()).toBe(true);
    await db.transaction((trx) => removeResource(trx, second, now));
    expect(await changed()).toBe(true);
  });

  test("a change of the name does not count as a change of the configuration", async () => {
    const cohort = await insertCohort("Before");
    await markAnnounced(db.kysely, cohort.id, "built");
    const { config } = cohort;
    const renamed = await db.transaction((trx) =>
      updateResource(trx, cohort, { name: "After", config, upstreamIds: [] }, now + 5),
    );
    expect(renamed).toMatchObject({ updatedAt: now + 5, lastUpdatedConfigAt: now, announced: "built" });
    const reconfigured = await db.transaction((trx) =>
      updateResource(trx, renamed, { name: "After", config: {}, upstreamIds: [] }, now + 6),
    );
    expect(reconfigured).toMatchObject({ lastUpdatedConfigAt: now + 6, announced: null });
  });

  test("a resource in use cannot be deleted, and its users are named; it can be once they no longer refer to it", async () => {
    const cohort = await insertCohort("Customers");
    const other = await insertCohort("Others");
    const outcome = await insertOutcome("Used by me", cohort.id);
    expect(await usersOf(db.kysely, cohort.id)).toEqual([
      { id: outcome.id, type: "outcomes", name: "Used by me" },
    ]);
    const remove = (resource: Resource) => db.transaction((trx) => removeResource(trx, resource, now));
    await expect(remove(cohort)).rejects.toMatchObject({
      code: "resource-in-use",
      params: { users: "outcome Used by me" },
    });
    const config = { attainment_cohort_id: other.id };
    await db.transaction((trx) =>
      updateResource(trx, outcome, { name: outcome.name, config, upstreamIds: [other.id] }, now),
    );
    await remove(cohort);
    expect(await findById(db.kysely, cohort.id)).toBeUndefined();
    await remove(outcome);
    await remove(other);
  });

  test("a build is recorded from its start to its result", async () => {
    const { id } = await insertCohort("Built");
    const record = async () => (await findById(db.kysely, id))!;
    await markStatus(db.kysely, id, "running", now + 1);
    await markProgress(db.kysely, [id], 0.25, "reading", 3);
    expect(await record()).toMatchObject({
      status: "running",
      statusChangedAt: now + 1,
      lastReadInputAt: now + 1,
      progress: 0.25,
      progressText: "reading",
    });
    const built = {
      result: { population_count: 7, membership: { days: [], weeks: [], months: [] } },
      resultDir: "relations/1",
      resultFiles: [],
      fingerprint: "one",
    };
    expect(await recordResult(db.kysely, id, built, now + 2)).toBeNull();
    await markProgress(db.kysely, [id], 0.5, "a word that comes late", 3);
    expect(await record()).toMatchObject({
      status: "ready",
      ...built,
      progress: null,
      progressText: null,
      version: 1,
      lastUpdatedOutputAt: now + 2,
    });
    const rebuilt = { ...built, resultDir: "relations/2", fingerprint: "two" };
    expect(await recordResult(db.kysely, id, rebuilt, now + 3)).toBe("relations/1");
  });

  test("a refused build keeps the previous result, and a later result clears the refusal", async () => {
    const { id } = await insertCohort("Refused");
    const record = async () => (await findById(db.kysely, id))!;
    const built = {
      result: { population_count: 7, membership: { days: [], weeks: [], months: [] } },
      resultDir: "relations/1",
      resultFiles: [],
      fingerprint: "one",
    };
    await recordResult(db.kysely, id, built, now);
    await recordRefusal(db.kysely, id, { fingerprint: "two", message: "No such column." }, now + 1);
    expect(await record()).toMatchObject({
      ...built,
      status: "error",
      statusError: "No such column.",
      failedFingerprint: "two",
    });
    await recordResult(db.kysely, id, { ...built, fingerprint: "three" }, now + 2);
    expect(await record()).toMatchObject({ status: "ready", statusError: null, failedFingerprint: null });
  });

  test("an error is set while the status is error alone, and a reason to wait while it is not", async () => {
    const { id } = await insertCohort("Told");
    const recorded = async () => {
      const { statusError, waitingFor } = (await findById(db.kysely, id))!;
      return [statusError, waitingFor];
    };
    await markStatus(db.kysely, id, "new", now, "Waiting for dataset Orders.");
    expect(await recorded()).toEqual([null, "Waiting for dataset Orders."]);
    await recordRefusal(db.kysely, id, { fingerprint: "one", message: "No such column." }, now);
    expect(await recorded()).toEqual(["No such column.", null]);
    await markStatus(db.kysely, id, "starting", now);
    expect(await recorded()).toEqual([null, null]);
  });

  test("recording a build for a deleted resource does nothing", async () => {
    const built = {
      result: { population_count: 7, membership: { days: [], weeks: [], months: [] } },
      resultDir: "relations/1",
      resultFiles: [],
      fingerprint: "one",
    };
    expect(await recordResult(db.kysely, "gone", built, now)).toBeNull();
  });

  test("an account is due as soon as its first future event has happened", async () => {
    const account = await newAccount();
    const { id } = await insertDataset(account);
    const dueSeconds = now / 1000 + 60;
    const result = { next_due: dueSeconds, streams: {} } as DatasetResult;
    await recordResult(db.kysely, id, { result, resultDir: "r", resultFiles: [], fingerprint: "f" }, now);
    expect(await allOf(accountsWithDueEvents(db.kysely, dueSeconds * 1000 - 1))).toEqual([]);
    expect(await allOf(accountsWithDueEvents(db.kysely, dueSeconds * 1000))).toEqual([account]);
    const readAgain = { ...result, next_due: null };
    await recordResult(
      db.kysely,
      id,
      { result: readAgain, resultDir: "r", resultFiles: [], fingerprint: "g" },
      now,
    );
    expect(await allOf(accountsWithDueEvents(db.kysely, dueSeconds * 1000))).toEqual([]);
  });
});
