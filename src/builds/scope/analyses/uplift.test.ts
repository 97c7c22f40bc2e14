import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { historyStart, simulatedEvents, writeAccount } from "../../../../test/support/small-account.js";
import { openWorkshop } from "../../../../test/support/workshop.js";
import type { TraitSummary } from "../../../domain/outcome/features/attributes.js";
import { planFeatures } from "../../../domain/outcome/features/plan.js";
import { secondsPerDay } from "../../../domain/resource/resource.js";
import { uniformOf } from "../../../model/numeric/random.js";
import { peopleFiles } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import { type KnownBefore, learnUplift, type RandomisedCampaign, scoreUplift } from "./uplift.js";

const workshop = openWorkshop("uplift", 256, 1);

const cutoff = historyStart + 200 * secondsPerDay;
const events = simulatedEvents(6000);
let account: AccountSnapshot;
let known: KnownBefore;
beforeAll(async () => {
  account = await writeAccount(workshop.engine, workshop.root, events);
  const plan = planFeatures(account.streams, [], {
    blocklist: [],
    blockedProviders: [],
    excludeStreams: [],
    landmarkSpanDays: 0,
  });
  known = { plan, important: plan.features.map(({ name }) => name) };
});

const boughtBefore = new Map<bigint, number>();
for (const { person, time } of events)
  if (time < cutoff) boughtBefore.set(person, (boughtBefore.get(person) ?? 0) + 1);
const personId = BigInt64Array.from(boughtBefore.keys()).sort();

/** People convert with 20 %, or their `base`, and by so much likelier if they are contacted. */
const campaignOf = async (
  place: number,
  effect: (purchases: number) => number,
  base: (purchases: number) => number = () => 0.2,
): Promise<RandomisedCampaign> => {
  const isHeldOut = Uint8Array.from(personId, (id) => Number(uniformOf(id, 1) < 0.5));
  const attained = Uint8Array.from(personId, (id, i) => {
    const purchases = boughtBefore.get(id)!;
    const more = isHeldOut[i] === 1 ? 0 : effect(purchases);
    return Number(uniformOf(id, 100 + place) < base(purchases) + more);
  });
  return {
    place,
    cutoff,
    people: await workshop.engine.createTableOf(`people_${place}`, { person_id: personId }),
    personId,
    probability: new Float64Array(personId.length).fill(0.2),
    isHeldOut,
    attained,
  };
};

test("people whom a contact moves are found by what was known before it, and everyone scored gets an uplift", async () => {
  // Those whom it moves are the least likely to convert without it.
  const isMany = (purchases: number) => purchases >= 3;
  const campaign = await campaignOf(
    0,
    (purchases) => (isMany(purchases) ? 0.25 : 0),
    (purchases) => (isMany(purchases) ? 0.1 : 0.35),
  );
  const learned = (await learnUplift([campaign], known, account, workshop.engine))!;
  expect(learned.result).toMatchObject({ verdict: "proven", campaigns: [0], policy: { campaign: 0 } });
  const { policy, contact, held_out, effect } = learned.result;
  expect(policy!.people).toBe(contact.people + held_out.people);
  expect(policy!.contact_share).toBeCloseTo(contact.people / policy!.people, 9);
  const nobody = policy!.shares[0]!.uplift.over_list;
  expect(nobody.doubly_robust.value).toBeCloseTo(-effect!.value, 5);
  const first = policy!.shares.find(({ share }) => share === 0.3)!;
  expect(first.uplift_over_order.doubly_robust.low).toBeGreaterThan(0);
  const scores = sql`(select p.person_id, 0.2::double as probability, 'scored' as status from ${campaign.people} as p)`;
  const { uplift, segments } = await scoreUplift(learned.model!, scores, known, account, workshop.engine);
  const { columns } = await workshop.engine.columns(
    sql`select u.person_id, u.uplift, u.uplift_low, u.uplift_high from ${uplift} as u order by u.person_id`,
  );
  const ids = columns.person_id as BigInt64Array;
  expect(ids).toEqual(personId);
  const now = new Map<bigint, number>();
  for (const { person } of events) now.set(person, (now.get(person) ?? 0) + 1);
  const mean = (isIn: (purchases: number) => boolean) => {
    const rows = Array.from(ids.keys()).filter((row) => isIn(now.get(ids[row]!)!));
    return rows.reduce((sum, row) => sum + (columns.uplift as Float64Array)[row]!, 0) / rows.length;
  };
  expect(mean((purchases) => purchases >= 5)).toBeGreaterThan(0.12);
  expect(mean((purchases) => purchases === 1)).toBeLessThan(0.08);
  expect(segments.persuadable).toBeGreaterThan(500);
  expect(Object.values(segments).reduce((sum, count) => sum + count, 0)).toBe(personId.length);
});

/** The account with a channel of each person and whether they clicked, of which no chance depends. */
const withTraits = async (clicked: (person: bigint) => boolean) => {
  const root = `${workshop.root}/traits-${randomUUID()}`;
  const written = await writeAccount(workshop.engine, root, events);
  const table = await workshop.engine.createTableOf(`traits_${randomUUID().slice(0, 8)}`, {
    person_id: BigInt64Array.from([...personId, ...personId]),
    trait: [...personId].map(() => "channel").concat([...personId].map(() => "clicked")),
    value: [...personId].map(channelOf).concat([...personId].map((id) => String(clicked(id)))),
  });
  await workshop.engine.writeParquet(
    sql`select * from ${table} order by 1, 2`,
    peopleFiles(written.peopleDir).traits,
  );
  const texts = (name: string, values: readonly string[]): TraitSummary => ({
    name,
    type: "text",
    values: values.map((value) => ({ name: value, count: Math.round(personId.length / values.length) })),
  });
  const traits = [texts("channel", ["app", "store", "web"]), texts("clicked", ["false", "true"])];
  const plan = planFeatures(written.streams, traits, {
    blocklist: [],
    blockedProviders: [],
    excludeStreams: [],
    landmarkSpanDays: 0,
  });
  const names = plan.features.map(({ name, over }) => ({ name, isTrait: over === "traits" }));
  // The least important of all.
  const important = [...names.filter(({ isTrait }) => !isTrait), ...names.filter(({ isTrait }) => isTrait)];
  return { account: written, known: { plan, important: important.map(({ name }) => name) } };
};
const channelOf = (person: bigint): string => ["app", "store", "web"][Math.floor(3 * uniformOf(person, 5))]!;

test("a trait says whom a contact moves, however little it matters for the chance beside other features", async () => {
  const { account: written, known: traits } = await withTraits((id) => uniformOf(id, 6) < 0.5);
  const campaign = await campaignOf(4, () => 0);
  const attained = Uint8Array.from(personId, (id, i) => {
    const [base, more] = channelOf(id) === "app" ? [0.1, 0.2] : [0.3, 0];
    return Number(uniformOf(id, 104) < base + (campaign.isHeldOut[i] === 1 ? 0 : more));
  });
  const learned = (await learnUplift([{ ...campaign, attained }], traits, written, workshop.engine))!;
  expect(learned.result.verdict).toBe("proven");
  expect(learned.model!.used).toContain("trait_channel_is_app");
  const scores = sql`(select p.person_id, 0.2::double as probability, 'scored' as status from ${campaign.people} as p)`;
  const { uplift } = await scoreUplift(learned.model!, scores, traits, written, workshop.engine);
  const { columns } = await workshop.engine.columns(
    sql`select u.person_id, u.uplift from ${uplift} as u order by u.person_id`,
  );
  const found = columns.uplift as Float64Array;
  const meanOf = (isIn: (channel: string) => boolean) => {
    const rows = Array.from(personId.keys()).filter((row) => isIn(channelOf(personId[row]!)));
    return rows.reduce((sum, row) => sum + found[row]!, 0) / rows.length;
  };
  expect(meanOf((channel) => channel === "app")).toBeGreaterThan(0.13);
  expect(Math.abs(meanOf((channel) => channel !== "app"))).toBeLessThan(0.05);
});

test("a trait that the contact itself set says nothing", async () => {
  const campaign = await campaignOf(5, () => 0);
  const heldOut = new Set([...personId].filter((_, i) => campaign.isHeldOut[i] === 1));
  const reached = new Set([...personId].filter((_, i) => campaign.attained[i] === 1));
  const { account: written, known: traits } = await withTraits((id) => !heldOut.has(id) && reached.has(id));
  const { result } = (await learnUplift([campaign], traits, written, workshop.engine))!;
  expect(result.verdict).not.toBe("proven");
  // A ranking by it would bring more than contacting at random.
  expect(result.over_random!.low).toBeLessThan(0);
});

test("a campaign that moves all alike proves nothing, and no campaign says nothing", async () => {
  const learned = await learnUplift([await campaignOf(1, () => 0.1)], known, account, workshop.engine);
  expect(learned!.result.verdict).not.toBe("proven");
  expect(learned!.model).toBeNull();
  expect(learned!.result.effect!.low).toBeGreaterThan(0);
  expect(await learnUplift([], known, account, workshop.engine)).toBeNull();
});

test("a campaign with hardly any conversions reads no features", async () => {
  const campaign = await campaignOf(2, () => 0);
  const none = { ...campaign, attained: campaign.attained.map(() => 0) };
  const unread = { plan: null as never, important: [] };
  expect((await learnUplift([none], unread, account, workshop.engine))!.result.verdict).toBe("too_few");
});

test("nothing after the cutoff of a campaign changes what is learned from it", async () => {
  const campaign = await campaignOf(3, (purchases) => (purchases >= 3 ? 0.2 : 0));
  const later = await writeAccount(
    workshop.engine,
    `${workshop.root}/before`,
    events.filter(({ time }) => time < cutoff),
  );
  const [whole, before] = [account, later].map((of) => ({ ...of, dataThrough: account.dataThrough }));
  const learned = await learnUplift([campaign], known, whole!, workshop.engine);
  expect(await learnUplift([campaign], known, before!, workshop.engine)).toEqual(learned);
});
