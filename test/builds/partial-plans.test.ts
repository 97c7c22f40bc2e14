// Plans of what a change concerns: for random changes, uploads and ends of builds they record what a plan of
// the whole account does, in the same order.

import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { noteEverything } from "../../src/db/noted-changes.js";
import type { Database } from "../../src/db/schema.js";
import { limits } from "../../src/domain/resource/limits.js";
import { isShared, type ResourceType, resourceTypes } from "../../src/domain/resource/resource.js";
import { type Api, openApi } from "../api/harness.js";
import { type Chance, chanceOf } from "../api/random/chance.js";
import { beginBuild } from "./made-up-builds.js";

const seed = Number(process.env.BELLWETHER_SEED ?? 1);
const accounts = 3;
const changesOfAccount = 120;

/** Record of a plan: statuses, and queued builds in their order. */
const stateOf = async (db: Kysely<Database>) => ({
  resources: await db
    .selectFrom("resource")
    .select(["id", "type", "name", "status", "status_error", "waiting_for", "status_changed_at"])
    .orderBy("sequence")
    .execute(),
  builds: await db.selectFrom("job").select(["dedupe_key", "state", "run_at"]).orderBy("sequence").execute(),
});

const planned = { part: 0, all: 0, later: 0 };

/** A request whose plans differ is answered with an error, which would hide them. */
const differences: { partial: unknown; whole: unknown }[] = [];

/** Plans twice from the same state, and goes on from the plan of everything. */
const comparing = async (trx: Kysely<Database>, { queue }: Api, accountId: string, now: number) => {
  await sql`savepoint before`.execute(trx);
  planned[await reconcile(trx, queue, accountId, now)]++;
  const partial = await stateOf(trx);
  await sql`rollback to before`.execute(trx);
  noteEverything(trx);
  await reconcile(trx, queue, accountId, now);
  const whole = await stateOf(trx);
  if (!isDeepStrictEqual(partial, whole)) differences.push({ partial, whole });
};

const dataset = (directory: string, stream: string) => ({
  name: `From ${directory}`,
  identity_sets: { customer: { email: "Email" } },
  options: { type: "hosted_csv", upload_directory: directory },
  output_to_streams: { [stream]: { data_map: { datetime: { column_name: "Date" } } } },
  output_to_traits: { plan: { column_name: "Plan" } },
});

const shared = resourceTypes.filter(isShared);

type Owner = Awaited<ReturnType<Api["signUp"]>>;

class RandomAccount {
  private changes = 0;

  constructor(
    private readonly api: Api,
    private readonly caller: Owner,
    private readonly chance: Chance,
  ) {}

  async open(): Promise<void> {
    const bodies = [dataset("orders", "transaction"), dataset("signups", "signup")];
    for (const body of bodies)
      expect(await this.caller.post("/datasets", body)).toMatchObject({ status: 201 });
    for (const stream_name of ["transaction", "signup"])
      expect(await this.caller.post("/cohorts", { name: stream_name, stream_name })).toMatchObject({
        status: 201,
      });
  }

  async change(): Promise<void> {
    this.changes++;
    this.api.tick(1_000);
    const { chance } = this;
    if (chance.is(0.5)) return this.build();
    if (chance.is(0.2) || (await this.anyOf("cohorts")) === null) return this.create("cohorts");
    const act = chance.one([
      () => this.create("outcomes"),
      () => this.create(chance.one(["outcomes", "persona_sets", "recommenders", "places", "traits"])),
      () => this.create(chance.one(["scopes", "targets"])),
      () => this.rename(),
      () => this.narrow(),
      () => this.command("archive", { cascade_to_all: true }),
      () => this.command("unarchive", { cascade_to_all: true }),
      () => this.command("force_update"),
      () => this.remove(),
      () => this.upload(),
    ]);
    await act();
  }

  /** A change that is refused, because something is missing or in use, changes nothing. */
  private async create(type: ResourceType): Promise<void> {
    const body = await this.bodyOf(type);
    if (body) await this.caller.post(`/${type}`, body);
  }

  private async bodyOf(type: ResourceType): Promise<object | null> {
    const { chance } = this;
    const name = `${type} ${this.changes}`;
    const cohort = await this.anyOf("cohorts");
    const other = await this.anyOf("cohorts");
    const outcome = await this.anyOf("outcomes");
    const set = await this.anyOf("persona_sets");
    const scope = await this.anyOf("scopes");
    const stream_name = chance.one(["transaction", "signup", "survey"]);
    switch (type) {
      case "cohorts": {
        const place = await this.anyOf("places");
        if (place && chance.is(0.3)) return { name, place_conditions: [{ place_id: place, distance: 500 }] };
        if (chance.is(0.2)) return { name, traits: [{ name: "plan", _eq: "gold" }] };
        return { name, stream_name, min_count: chance.between(1, 3) };
      }
      case "outcomes":
        return cohort === null || other === null
          ? null
          : { name, attainment_cohort_id: cohort, eligible_cohort_id: other };
      case "persona_sets":
        return cohort === null ? null : { name, cohort_id: cohort };
      case "recommenders":
        return { name, stream_name, stream_property_name: "category" };
      case "places":
        return { name, addresses: [{ postcode: "10115", country: "DE" }] };
      case "traits":
        return { name: chance.one(["plan", name]), literate: name };
      case "scopes":
        return outcome === null
          ? null
          : {
              name,
              population: { cohort_ids: cohort ? [cohort] : [] },
              payload: { outcome_ids: [outcome], ...(set && chance.is(0.5) && { persona_set_ids: [set] }) },
            };
      case "targets":
        return scope === null
          ? null
          : {
              name,
              scope_id: scope,
              representation: { mode: "identified", aggregate: "person" },
              options: { type: "hosted_csv" },
              human_readable: chance.is(0.5),
              ...(cohort &&
                chance.is(0.5) && { filter: { cohort_membership: [{ cohort_id: cohort, _eq: true }] } }),
            };
      default:
        return null;
    }
  }

  private async rename(): Promise<void> {
    const { type, id } = await this.any();
    await this.caller.patch(`/${type}/${id}`, { name: `Renamed ${this.changes}` });
  }

  private async narrow(): Promise<void> {
    const cohort = await this.anyOf("cohorts");
    if (cohort) await this.caller.patch(`/cohorts/${cohort}`, { max_count: this.chance.between(3, 9) });
  }

  private async command(verb: string, body?: object): Promise<void> {
    const { type, id } = await this.any();
    await this.caller.post(`/${type}/${id}/${verb}`, body);
  }

  private async remove(): Promise<void> {
    const { type, id } = await this.any();
    if (type !== "datasets") await this.caller.delete(`/${type}/${id}`);
  }

  private async upload(): Promise<void> {
    const directory = this.chance.one(["orders", "signups"]);
    const csv = `Email,Date,Plan\na@example.com,2025-01-01,${this.changes}\n`;
    const name = this.chance.one(["a.csv", "b.csv"]);
    const headers = { "content-type": "text/csv" };
    if (this.chance.is(0.8)) await this.caller.post(`/uploads/${directory}/${name}`, csv, headers);
    else await this.caller.delete(`/uploads/${directory}/${name}`);
  }

  /** A queued build begins and ends: with a result, refused, or to be tried later. */
  private async build(): Promise<void> {
    const { api, chance } = this;
    const begun = await beginBuild(api, (trx, accountId, now) => comparing(trx, api, accountId, now));
    if (!begun) return this.upload();
    if (chance.is(0.1)) return begun.end("tried again");
    // Something else may change while it runs.
    if (chance.is(0.3)) await this.narrow();
    api.tick(10);
    await begun.end(chance.is(0.1) ? "refused" : "built");
  }

  private async any() {
    const rows = await this.api.db.kysely
      .selectFrom("resource")
      .select(["type", "id"])
      .where("type", this.chance.is(0.1) ? "in" : "not in", shared)
      .where("type", "<>", "people")
      .orderBy("sequence")
      .execute();
    return this.chance.one(rows);
  }

  private async anyOf(type: ResourceType): Promise<string | null> {
    const rows = await this.api.db.kysely
      .selectFrom("resource")
      .select("id")
      .where("type", "=", type)
      .where("archived_at", "is", null)
      .orderBy("sequence")
      .execute();
    return rows.length > 0 ? this.chance.one(rows).id : null;
  }
}

/** So few that many builds wait for room in the queue. */
const shortQueue = (): void => {
  const { is } = limits.queuedBuilds;
  limits.queuedBuilds.is = 3;
  onTestFinished(() => {
    limits.queuedBuilds.is = is;
  });
};

test.each(Array.from({ length: accounts }, (_, i) => i))(
  "a plan of what a change concerns records what a plan of everything does, account %i",
  async (account) => {
    shortQueue();
    const api: Api = await openApi({ reconcile: (trx, id, now) => comparing(trx, api, id, now) });
    const random = new RandomAccount(api, await api.signUp(), chanceOf(seed * 1_000_003 + account));
    await random.open();
    Object.assign(planned, { part: 0, all: 0 });
    for (let i = 0; i < changesOfAccount; i++) await random.change();
    expect(planned.part).toBeGreaterThan(changesOfAccount / 4);
    for (const { partial, whole } of differences.splice(0)) expect(partial).toEqual(whole);
    expect(api.misfits).toEqual([]);
  },
);
