import { beforeAll, expect, test } from "vitest";
import { historyStart, simulatedEvents, writeAccount } from "../../../../test/support/small-account.js";
import { openWorkshop } from "../../../../test/support/workshop.js";
import { planFeatures } from "../../../domain/outcome/features/plan.js";
import { secondsPerDay } from "../../../domain/resource/resource.js";
import { uniformOf } from "../../../model/numeric/random.js";
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
