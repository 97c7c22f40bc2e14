// node dist/bench/lift.js [--customers 5000] [--seeds 100] [--only ledgers]
//
// Benchmark of campaigns: how often the intervals of a campaign's effect are right. The scores of the sample
// shop at a past date are built once, with what its customers did after it. On top of them a campaign of
// known effect is made up for each seed: chance draws who is held out, as a pipeline does, and the campaign
// turns some of the others into buyers. The truth is how many it turns on average. Buyers spend amounts with
// a long tail, and an interval of amounts should err in 2.5 of 100 campaigns on either side, also where the
// campaign does nothing. Campaigns after which people turn out to be one are judged in `lift/merges.ts`, the ledger of a
// lasting hold-out in a world of its own, see `lift/ledger.ts`.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { normal } from "../examples/shop/random.js";
import { table } from "../src/cli/table.js";
import { secondsPerDay } from "../src/domain/resource/resource.js";
import { measureCampaign } from "../src/model/experiment/campaign.js";
import { type Random, seededRandom } from "../src/model/numeric/random.js";
import { deliverOrigins, scoreOrigin } from "../src/model/propensity/origins.js";
import { landmarksOf } from "../src/model/propensity/rows.js";
import { drawnArms, keptArms } from "../src/warehouse/arms.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { type Relation, sql } from "../src/warehouse/sql/sql.js";
import { judgeLedgers, type LedgerVerdict, type LedgerWorld, ledgerWorlds } from "./lift/ledger.js";
import { judgeMerges, type MergeVerdict, type MergeWorld, mergeWorlds } from "./lift/merges.js";
import { numberOf, oneOf, runProgram } from "./program/program.js";
import { buildAccount } from "./scoreboard/account.js";
import { plainFrames } from "./scoreboard/plain-frames.js";
import { shopSpecs, writeShop } from "./scoreboard/shop.js";

const help = `Counts how often the interval of a made-up campaign's effect on the sample shop covers the truth, and how often a campaign
without an effect is said to have none.

  --customers N  of the sample shop (default 5000)
  --seeds N      campaigns, and two years of a lasting hold-out, of each kind (default 100)
  --only PART    campaigns, merges or ledgers
`;

interface Shop {
  /** Delivered probability of each customer, and whether they bought within the horizon. */
  probability: Float64Array;
  bought: Uint8Array;
  /** person_id (the row) and percentile. */
  scored: Relation;
  nobody: Relation;
}

/** Effect of a campaign of this name: it turns people who would not have bought into buyers. */
interface Effect {
  name: string;
  share: number;
  /** Chance to be turned, from the probability to buy. */
  turns: (probability: number) => number;
}

const effects: readonly Effect[] = [
  { name: "no effect", share: 0.1, turns: () => 0 },
  { name: "no effect, 2 % held out", share: 0.02, turns: () => 0 },
  { name: "no effect, 30 % held out", share: 0.3, turns: () => 0 },
  { name: "5 points for all", share: 0.1, turns: () => 0.05 },
  { name: "10 points for all", share: 0.1, turns: () => 0.1 },
  { name: "more for the likely", share: 0.1, turns: (p) => 0.4 * p },
  { name: "more for the unlikely", share: 0.3, turns: (p) => 0.15 * (1 - p) },
];

const parts = ["campaigns", "merges", "ledgers"] as const;

const main = () =>
  runProgram({
    help,
    options: {
      customers: { type: "string", default: "5000" },
      seeds: { type: "string", default: "100" },
      only: { type: "string" },
    },
    async run(values, { dir, screen }) {
      const engine = await openEngine({ memoryMb: 1024, threads: 2, tempDir: dir });
      try {
        const seeds = numberOf("seeds", values.seeds);
        const only = values.only === undefined ? undefined : oneOf("only", values.only, parts);
        if (only !== "ledgers") {
          screen.progress("scores of the sample shop");
          const shop = await scoredShop(engine, dir, numberOf("customers", values.customers));
          screen.say(`${shop.probability.length} customers, ${seeds} campaigns of each kind.`);
          if (only !== "merges") {
            const rows: string[][] = [];
            for (const effect of effects) {
              screen.progress(effect.name);
              rows.push(row(effect, await campaignsOf(effect, shop, seeds, engine)));
            }
            for (const line of table(head, rows)) screen.say(line);
          }
          if (only !== "campaigns") {
            const rows: string[][] = [];
            for (const world of mergeWorlds) {
              screen.progress(`people merge: ${world.name}`);
              rows.push(
                mergeRow(world, await judgeMerges(world, { ...shop, amount: amounts }, seeds, engine)),
              );
            }
            for (const line of table(mergeHead, rows)) screen.say(line);
          }
        }
        if (only === "campaigns" || only === "merges") return;
        const rows: string[][] = [];
        for (const world of ledgerWorlds) {
          screen.progress(`ledger: ${world.name}`);
          rows.push(ledgerRow(world, await judgeLedgers(world, seeds, { engine, dir })));
        }
        for (const line of table(ledgerHead, rows)) screen.say(line);
      } finally {
        engine.close();
      }
    },
  });

const scoredShop = async (engine: Engine, dir: string, customers: number): Promise<Shop> => {
  const at = path.join(dir, "shop");
  await mkdir(at);
  const account = await buildAccount(engine, at, (await writeShop(at, customers, 1)).uploads);
  const spec = shopSpecs.buys;
  const horizonSeconds = spec.outcome.horizon_days * secondsPerDay;
  const { training, options } = await plainFrames(account, spec, Number.POSITIVE_INFINITY);
  const newest = landmarksOf(training).at(-1)!;
  const [date] = deliverOrigins(
    [scoreOrigin(training, newest, horizonSeconds, options)],
    horizonSeconds,
    options.people,
  );
  const { probability, scored } = date!;
  const order = Array.from(probability.keys()).sort((a, b) => probability[a]! - probability[b]!);
  const percentile = new Int32Array(order.length);
  order.forEach((row, place) => {
    percentile[row] = Math.max(1, Math.floor((100 * place) / Math.max(1, order.length - 1)));
  });
  const person_id = BigInt64Array.from(percentile, (_, row) => BigInt(row));
  const none = sql`select 0::bigint as person_id, 0::bigint as drawn_as, 0::tinyint as stratum, false as is_held_out, 0::bigint as since, 1 as draws, false as is_former, 0::bigint as alias where false`;
  const nothing = await engine.createTable("nothing", none);
  const people = await engine.createTableOf("scored", { person_id, percentile });
  return {
    probability: Float64Array.from(probability),
    bought: Uint8Array.from(scored.label),
    scored: people,
    nobody: sql`(${keptArms({ previous: nothing, aliases: nothing, people })})`,
  };
};

interface Outcome {
  /** Whether the adjusted interval has the truth; the plain one where too few converted. */
  isCovered: boolean;
  isCoveredPlain: boolean;
  isSeen: boolean;
  width: number;
  plainWidth: number;
  /** The interval of amounts has the truth, or lies above it, or below. */
  isAmountCovered: boolean;
  isAmountAbove: boolean;
  isAmountBelow: boolean;
}

/** Logarithms of amounts. */
const amountMean = 3.3;
const amountDeviation = 0.9;
const amounts = {
  draw: (random: Random) => Math.exp(amountMean + amountDeviation * normal(random)),
  mean: Math.exp(amountMean + amountDeviation ** 2 / 2),
};

const campaignsOf = async (
  { share, turns }: Effect,
  { probability, bought, scored, nobody }: Shop,
  seeds: number,
  engine: Engine,
): Promise<Outcome[]> => {
  const truth = probability.reduce((sum, p, i) => sum + (bought[i] ? 0 : turns(p)), 0) / probability.length;
  const percentiles = await engine.columns(
    sql`select cast(percentile as double) as percentile from ${scored} order by person_id`,
  );
  const outcomes: Outcome[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const drawn = drawnArms({
      kept: nobody,
      scored,
      key: `seed ${seed}`,
      share,
      by: "pipeline" as const,
      isOtherShare: false,
      cutoff: 0,
    });
    const { columns } = await engine.columns(
      sql`select cast(is_held_out as double) as held from (${drawn}) order by person_id`,
    );
    const isHeldOut = Uint8Array.from(columns.held as Float64Array);
    const random = seededRandom(seed);
    const attained = Float64Array.from(probability, (p, i) => {
      const isTurned = random() < turns(p);
      return bought[i] || (isTurned && !isHeldOut[i]) ? 1 : 0;
    });
    const amount = attained.map((bought) => (bought === 0 ? 0 : amounts.draw(random)));
    const { conversions, amount: found } = measureCampaign(
      {
        isHeldOut,
        attained,
        score: probability,
        amount,
        percentile: percentiles.columns.percentile as Float64Array,
      },
      { contact: 0, held_out: 0 },
    );
    const plain = conversions.plain!;
    const adjusted = conversions.adjusted ?? plain;
    const { low, high } = found!.plain!;
    const truthOfAmounts = truth * amounts.mean;
    outcomes.push({
      isCovered: adjusted.low <= truth && truth <= adjusted.high,
      isCoveredPlain: plain.low <= truth && truth <= plain.high,
      isSeen: adjusted.low > 0 || adjusted.high < 0,
      width: adjusted.high - adjusted.low,
      plainWidth: plain.high - plain.low,
      isAmountCovered: low <= truthOfAmounts && truthOfAmounts <= high,
      isAmountAbove: low > truthOfAmounts,
      isAmountBelow: high < truthOfAmounts,
    });
  }
  return outcomes;
};

const head = [
  "campaign",
  "held out",
  "interval covers",
  "plain covers",
  "effect seen",
  "width",
  "plain width",
  "amounts cover",
  "amounts above",
  "amounts below",
];

const row = ({ name, share }: Effect, outcomes: readonly Outcome[]): string[] => {
  const shareOf = (of: Exclude<keyof Outcome, "width" | "plainWidth">) =>
    percent(outcomes.filter((outcome) => outcome[of]).length / outcomes.length);
  const mean = (of: "width" | "plainWidth") =>
    percent(outcomes.reduce((sum, outcome) => sum + outcome[of], 0) / outcomes.length);
  return [
    ...[name, percent(share), shareOf("isCovered"), shareOf("isCoveredPlain"), shareOf("isSeen")],
    ...[mean("width"), mean("plainWidth")],
    ...[shareOf("isAmountCovered"), shareOf("isAmountAbove"), shareOf("isAmountBelow")],
  ];
};

const judgedColumns = [
  "held out",
  "orders cover",
  "orders above",
  "orders below",
  "amounts cover",
  "amounts above",
  "amounts below",
];

const mergeHead = ["people merge", ...judgedColumns, "measured"];

const mergeRow = ({ name, share }: MergeWorld, verdicts: readonly MergeVerdict[]): string[] => {
  const shareOf = (of: Exclude<keyof MergeVerdict, "measured">) =>
    percent(verdicts.filter((verdict) => verdict[of]).length / verdicts.length);
  return [
    ...[name, percent(share), shareOf("isCovered"), shareOf("isAbove"), shareOf("isBelow")],
    ...[shareOf("isAmountCovered"), shareOf("isAmountAbove"), shareOf("isAmountBelow")],
    percent(verdicts.reduce((sum, { measured }) => sum + measured, 0) / verdicts.length),
  ];
};

const ledgerHead = ["two years", ...judgedColumns, "counted"];

const ledgerRow = ({ name, share }: LedgerWorld, verdicts: readonly LedgerVerdict[]): string[] => {
  const shareOf = (of: "conversions" | "amount", is: "isCovered" | "isAbove" | "isBelow") =>
    percent(verdicts.filter((verdict) => verdict[of][is]).length / verdicts.length);
  return [
    name,
    percent(share),
    ...(["conversions", "amount"] as const).flatMap((of) => [
      shareOf(of, "isCovered"),
      shareOf(of, "isAbove"),
      shareOf(of, "isBelow"),
    ]),
    percent(verdicts.reduce((sum, { counted }) => sum + counted, 0) / verdicts.length),
  ];
};

const percent = (x: number): string => `${(100 * x).toFixed(1)} %`;

await main();
