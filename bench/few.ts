// node dist/bench/few.js --shops 200
//
// Benchmark of predictions for few people: made-up shops with 24 to 500 customers, no two alike. The service's
// own steps build everything. The log losses of what they buy afterwards are compared with those of BG/NBD, as
// it is fitted to the purchases alone, and of a regression shrunken towards the average.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openCsv } from "../examples/shop/csv.js";
import { table } from "../src/cli/table.js";
import { Refusal } from "../src/errors/refusal.js";
import { countMinority } from "../src/model/numeric/labels.js";
import { logit, logitLoss } from "../src/model/numeric/special-functions.js";
import { fitBgNbd, purchaseLogOdds } from "../src/model/propensity/candidates/bg-nbd.js";
import { fitCandidate, scoreCandidate } from "../src/model/propensity/candidates/registry.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { drawSmallShop, type SmallShop } from "./few/shop.js";
import { numberOf, runProgram } from "./program/program.js";
import { type Account, buildAccount, runTask, type TaskSpec } from "./scoreboard/account.js";
import { customersOf } from "./scoreboard/peers.js";
import { plainFrames } from "./scoreboard/plain-frames.js";

const help = `Measures predictions for few people on made-up shops.

  --shops N      shops (default 200)
  --from N       seed of the first shop (default 1)
`;

const dayMs = 86_400_000;
const end = Date.UTC(2025, 6, 1);

const methods = ["Bellwether", "BG/NBD", "regression", "average"] as const;
type Method = (typeof methods)[number];

interface Measured {
  people: number;
  /** Mean log loss. */
  losses: Record<Method, number>;
  blend: string;
}

const sizes = [
  { name: "24 to 60", most: 60 },
  { name: "61 to 150", most: 150 },
  { name: "151 to 300", most: 300 },
  { name: "301 to 500", most: 500 },
];

const main = () =>
  runProgram({
    help,
    options: { shops: { type: "string", default: "200" }, from: { type: "string", default: "1" } },
    async run(values, { dir, screen }) {
      const engine = await openEngine({ memoryMb: 1024, threads: 2, tempDir: dir });
      const [shops, from] = [numberOf("shops", values.shops), numberOf("from", values.from)];
      const measured: Measured[] = [];
      const refused = new Map<string, number>();
      try {
        for (let seed = from; seed < from + shops; seed++) {
          screen.progress(`shop ${seed}`);
          const found = await measure(engine, path.join(dir, String(seed)), seed);
          if (found instanceof Refusal) refused.set(found.code, (refused.get(found.code) ?? 0) + 1);
          else measured.push(found);
        }
      } finally {
        engine.close();
      }
      for (const line of table(head, rowsOf(measured))) screen.say(line);
      for (const [code, count] of refused) screen.say(`${count} shops are refused: ${code}.`);
      for (const line of verdicts(measured)) screen.say(line);
    },
  });

const measure = async (engine: Engine, dir: string, seed: number): Promise<Measured | Refusal> => {
  const shop = drawSmallShop(seed);
  const spec: TaskSpec = {
    attainment: { stream_name: "transaction" },
    eligible: { stream_name: "transaction" },
    outcome: { horizon_days: shop.horizonDays, recurring: true },
  };
  try {
    await mkdir(dir);
    const account = await accountOf(engine, dir, shop);
    const { probabilities, result } = await runTask(account, "buys", spec);
    const label = (customer: string) => (shop.customers[Number(customer)]!.buys ? 1 : 0);
    const customers = [...probabilities.keys()];
    const lossOf = (logOdds: (customer: string, i: number) => number) =>
      customers.reduce((sum, customer, i) => sum + logitLoss(logOdds(customer, i), label(customer)), 0) /
      customers.length;
    const regression = await regressionOf(account, spec, shop.customers.length);
    const purchases = purchaseModelOf(shop, customers);
    return {
      people: shop.customers.length,
      losses: {
        Bellwether: lossOf((customer) => logit(probabilities.get(customer)!)),
        "BG/NBD": lossOf((_, i) => purchases[i]!),
        regression: lossOf((customer) => regression.scores.get(customer)!),
        average: lossOf(() => regression.average),
      },
      blend: Object.keys(result.blend).join(", "),
    };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

const accountOf = async (engine: Engine, dir: string, { customers, days }: SmallShop): Promise<Account> => {
  const file = path.join(dir, "purchases.csv");
  const csv = openCsv(file, ["customer", "date"]);
  for (const [customer, { purchases }] of customers.entries())
    for (const day of purchases) await csv.write([customer, new Date(dayOf(day, days)).toISOString()]);
  await csv.close();
  const streams = { transaction: { data_map: { datetime: { column_name: "date" } } } };
  return buildAccount(engine, dir, [{ file, customer: "customer", streams }], end / 1000);
};

/** In the middle of the day. */
const dayOf = (day: number, days: number): number => end - (days - day - 0.5) * dayMs;

/** BG/NBD as it is used by itself: fitted to all purchases, with no more than a closed form. */
const purchaseModelOf = (
  { customers, days, horizonDays }: SmallShop,
  of: readonly string[],
): Float64Array => {
  const known = of.map((customer) => customers[Number(customer)]!.purchases);
  const histories = {
    repeats: Float32Array.from(known, (purchases) => purchases.length - 1),
    lastAfterDays: Float32Array.from(known, (purchases) => purchases.at(-1)! - purchases[0]!),
    seenDays: Float32Array.from(known, (purchases) => days - purchases[0]!),
  };
  return purchaseLogOdds(fitBgNbd(histories), histories, horizonDays);
};

/** The service's regression with the penalty of so few people, at plain landmarks; and the average of these. */
const regressionOf = async (account: Account, spec: TaskSpec, people: number) => {
  const { training, scored, options } = await plainFrames(account, spec, 100_000);
  const usable = countMinority(training.label) > 0 ? "logistic" : "constant";
  const predict = (name: "logistic" | "constant") =>
    scoreCandidate(fitCandidate(name, training, { ...options, people }, 0), scored.columns, scored.rows);
  const names = await customersOf(account);
  const logOdds = predict(usable);
  const scores = new Map(
    Array.from(scored.personId, (person, row) => [names.get(String(person))!, logOdds[row]!]),
  );
  return { scores, average: predict("constant")[0]! };
};

const head = ["customers", "shops", ...methods, "lower than BG/NBD", "lower than regression"];

const rowsOf = (measured: readonly Measured[]): string[][] => {
  const groups = sizes.map(({ name, most }, i) => ({
    name,
    shops: measured.filter(({ people }) => people <= most && people > (sizes[i - 1]?.most ?? 0)),
  }));
  return [...groups, { name: "all", shops: measured }]
    .filter(({ shops }) => shops.length > 0)
    .map(({ name, shops }) => [
      name,
      String(shops.length),
      ...methods.map((method) => meanLoss(shops, method).toFixed(4)),
      ...(["BG/NBD", "regression"] as const).map(
        (method) => `${lowerThan(shops, method)} of ${shops.length}`,
      ),
    ]);
};

const meanLoss = (shops: readonly Measured[], method: Method): number =>
  shops.reduce((sum, { losses }) => sum + losses[method], 0) / shops.length;

const lowerThan = (shops: readonly Measured[], method: Method): number =>
  shops.filter(({ losses }) => losses.Bellwether <= losses[method]).length;

const verdicts = (measured: readonly Measured[]): string[] =>
  (["BG/NBD", "regression"] as const).map((method) => {
    const [ours, other] = [meanLoss(measured, "Bellwether"), meanLoss(measured, method)];
    return `log loss ${ours.toFixed(4)}, at most that of ${method} (${other.toFixed(4)}): ${ours <= other ? "met" : "MISSED"}`;
  });

await main();
