// Campaigns after which people turn out to be one: records that were two people when the groups were drawn, each with
// orders of their own. Merged people order more, and chance puts two of them into the larger group far more often
// than into the smaller one, so a campaign that does nothing must not seem to bring their orders.

import { measureCampaign } from "../../src/model/experiment/campaign.js";
import { type Random, seededRandom } from "../../src/model/numeric/random.js";
import { drawnArms } from "../../src/warehouse/arms.js";
import { participantsToday } from "../../src/warehouse/campaigns.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { type Relation, sql } from "../../src/warehouse/sql/sql.js";

export interface MergeWorld {
  name: string;
  share: number;
  /** Chance of a contact to turn somebody who would not have bought into a buyer. */
  turns: number;
  /** Share of the records that have another one. */
  doubles: number;
  /** Chance that both are found to be one, where one of them was contacted, and where none was. */
  merge: { contacted: number; alone: number };
}

const always = { contacted: 1, alone: 1 };
const afterContacts = { contacted: 1, alone: 0.5 };

export const mergeWorlds: readonly MergeWorld[] = [
  { name: "no effect", share: 0.1, turns: 0, doubles: 0.2, merge: always },
  { name: "no effect, 30 % held out", share: 0.3, turns: 0, doubles: 0.2, merge: always },
  { name: "no effect, contacts merge", share: 0.1, turns: 0, doubles: 0.2, merge: afterContacts },
  { name: "5 points for all", share: 0.1, turns: 0.05, doubles: 0.2, merge: always },
  { name: "5 points, contacts merge", share: 0.1, turns: 0.05, doubles: 0.2, merge: afterContacts },
];

export interface MergeVerdict {
  isCovered: boolean;
  isAbove: boolean;
  isBelow: boolean;
  isAmountCovered: boolean;
  isAmountAbove: boolean;
  isAmountBelow: boolean;
  /** People who are measured, as a share of those who took part. */
  measured: number;
}

export interface ScoredPeople {
  probability: Float64Array;
  bought: Uint8Array;
  /** person_id (the row) and percentile. */
  scored: Relation;
  nobody: Relation;
  /** An amount of somebody who bought, and its mean. */
  amount: { draw: (random: Random) => number; mean: number };
}

export const judgeMerges = async (
  world: MergeWorld,
  people: ScoredPeople,
  seeds: number,
  engine: Engine,
): Promise<MergeVerdict[]> => {
  const verdicts: MergeVerdict[] = [];
  for (let seed = 1; seed <= seeds; seed++) verdicts.push(await judgeMerge(world, people, seed, engine));
  return verdicts;
};

const judgeMerge = async (
  world: MergeWorld,
  { probability, bought, scored, nobody, amount }: ScoredPeople,
  seed: number,
  engine: Engine,
): Promise<MergeVerdict> => {
  const random = seededRandom(seed);
  const drawn = drawnArms({
    kept: nobody,
    scored,
    key: `merges ${seed}`,
    share: world.share,
    by: "pipeline" as const,
    isOtherShare: false,
    cutoff: 0,
  });
  const chances = await engine.createTableOf("chances", {
    person_id: BigInt64Array.from(probability, (_, row) => BigInt(row)),
    probability,
  });
  const snapshot = await engine.createTable(
    "snapshot",
    sql`
    select c.person_id, c.probability, s.percentile, d.is_held_out
    from ${chances} as c join ${scored} as s on s.person_id = c.person_id join (${drawn}) as d on d.person_id = c.person_id
    order by c.person_id`,
  );
  const { columns: groups } = await engine.columns(
    sql`select cast(is_held_out as double) as held from ${snapshot} order by person_id`,
  );
  const isHeldOut = groups.held as Float64Array;
  const owner = mergedInto(world, probability, isHeldOut, random);
  const [attained, spent] = [new Float64Array(owner.length), new Float64Array(owner.length)];
  for (const [record, person] of owner.entries()) {
    const isTurned = random() < world.turns && isHeldOut[record] === 0;
    if (!bought[record] && !isTurned) continue;
    attained[person] = 1;
    spent[person]! += amount.draw(random);
  }
  const today = await engine.columns(
    sql`select t.person_id, cast(t.is_held_out as double) as held, t.probability, cast(t.percentile as double) as percentile
    from (${participantsToday({ snapshot, taking: snapshot, ...(await peopleOf(owner, engine)) })}) as t order by t.person_id`,
  );
  const rows = Int32Array.from(today.columns.person_id as BigInt64Array, Number);
  const { conversions, amount: amounts } = measureCampaign(
    {
      isHeldOut: Uint8Array.from(today.columns.held as Float64Array),
      score: today.columns.probability as Float64Array,
      percentile: today.columns.percentile as Float64Array,
      attained: Float64Array.from(rows, (row) => attained[row]!),
      amount: Float64Array.from(rows, (row) => spent[row]!),
    },
    { contact: 0, held_out: 0 },
  );
  const truth = rows.reduce((sum, row) => sum + (bought[row] ? 0 : world.turns), 0) / rows.length;
  const found = conversions.adjusted ?? conversions.plain!;
  const money = amounts!.plain!;
  return {
    isCovered: found.low <= truth && truth <= found.high,
    isAbove: found.low > truth,
    isBelow: found.high < truth,
    isAmountCovered: money.low <= truth * amount.mean && truth * amount.mean <= money.high,
    isAmountAbove: money.low > truth * amount.mean,
    isAmountBelow: money.high < truth * amount.mean,
    measured: rows.length / owner.length,
  };
};

/** The person of today of each record: some have two, the more often the likelier they are to buy. */
const mergedInto = (
  { doubles, merge }: MergeWorld,
  probability: Float64Array,
  isHeldOut: Float64Array,
  random: Random,
): Int32Array => {
  const owner = Int32Array.from(isHeldOut.keys());
  const turn = Float64Array.from(probability, (p) => random() ** (1 / p));
  const mixed = owner.slice().sort((a, b) => turn[b]! - turn[a]!);
  for (let i = 0; i + 1 < doubles * mixed.length; i += 2) {
    const [one, other] = [mixed[i]!, mixed[i + 1]!];
    const isAlone = isHeldOut[one] === 1 && isHeldOut[other] === 1;
    if (random() < (isAlone ? merge.alone : merge.contacted)) owner[other] = one;
  }
  return owner;
};

/** The people of today, and their former ids. */
const peopleOf = async (owner: Int32Array, engine: Engine) => {
  const records = Array.from(owner.keys());
  const stay = records.filter((record) => owner[record] === record);
  const went = records.filter((record) => owner[record] !== record);
  return {
    people: await engine.createTableOf("people_today", { person_id: BigInt64Array.from(stay, BigInt) }),
    aliases: await engine.createTableOf("former_ids", {
      alias: BigInt64Array.from(went, BigInt),
      person_id: BigInt64Array.from(went, (record) => BigInt(owner[record]!)),
    }),
  };
};
