// node dist/bench/uplift.js [--splits 20] [--seeds 100]
//
// Benchmark of uplift per person. On a public randomised e-mail campaign, models are fitted to one random half and
// judged on the other, many times: the Qini coefficient, and the effect among the first 30 of 100 people, of a
// ranking by uplift, by chance, of what would be delivered (by uplift only where it is proven on the half that is
// known), of two logistic regressions and of random numbers. On made-up campaigns the truth is known: how often
// the interval of the whole effect has it, that of the rule by uplift on the list of the campaign, and how often a difference between people
// is proven.

import { existsSync } from "node:fs";
import { table } from "../src/cli/table.js";
import type { Interval } from "../src/domain/outcome/evaluation.js";
import { fitLogisticRegression } from "../src/model/numeric/logistic-regression.js";
import { type Random, seededRandom } from "../src/model/numeric/random.js";
import { sigmoid } from "../src/model/numeric/special-functions.js";
import { madeUpCampaign } from "../src/model/uplift/fixtures.js";
import { testPolicies } from "../src/model/uplift/policy.js";
import {
  predictUnseen,
  proofOf,
  proveUplift,
  rankingOf,
  tooFewToProve,
  type Unseen,
} from "../src/model/uplift/proof.js";
import { effectAmongFirst, qiniCoefficient } from "../src/model/uplift/qini.js";
import {
  fitUplift,
  peopleIn,
  type RandomisedPeople,
  upliftAtChance,
  upliftOf,
} from "../src/model/uplift/uplift-model.js";
import { numberOf, runProgram } from "./program/program.js";
import { campaigns, emailsFile, goals, peopleOf, readEmails } from "./uplift/emails.js";

const help = `Ranks people by uplift on a public randomised campaign, and on made-up campaigns whose truth is known.

  --splits N  random halves of the public campaign (default 20)
  --seeds N   made-up campaigns of each kind (default 100)
`;

const main = () =>
  runProgram({
    help,
    options: {
      splits: { type: "string", default: "20" },
      seeds: { type: "string", default: "100" },
    },
    async run(values, { screen }) {
      const splits = numberOf("splits", values.splits);
      if (!existsSync(emailsFile)) screen.say("The public campaign is missing (BELLWETHER_TEST_DATA).");
      else if (splits > 0)
        for (const line of table(emailHead, await emailRows(splits, screen.progress))) screen.say(line);
      const seeds = numberOf("seeds", values.seeds);
      if (seeds > 0) for (const line of table(truthHead, truthRows(seeds, screen.progress))) screen.say(line);
    },
  });

const emailHead = ["campaign", "goal", "ranking", "Qini", "±", "effect, first 30 %", "proven"];

const emailRows = async (splits: number, progress: (doing: string) => void): Promise<string[][]> => {
  const emails = await readEmails();
  return campaigns.flatMap((campaign) =>
    goals.flatMap((goal) => {
      progress(`${campaign}, ${goal}`);
      return rowsOf(campaign, goal, peopleOf(emails, campaign, goal), splits);
    }),
  );
};

const rowsOf = (campaign: string, goal: string, people: RandomisedPeople, splits: number): string[][] => {
  const random = seededRandom(1);
  const found = new Map<string, { qini: number; first: number }[]>();
  let proven = 0;
  for (let split = 0; split < splits; split++) {
    const [known, unseen] = halvesOf(people, random);
    const isProven = proveUplift(known, split).verdict === "proven";
    proven += Number(isProven);
    for (const [name, ranking] of Object.entries(rankingsOf(known, unseen, isProven, random)))
      found.set(name, [
        ...(found.get(name) ?? []),
        { qini: qiniCoefficient(ranking, unseen), first: effectAmongFirst(ranking, unseen, 0.3) },
      ]);
  }
  return [...found].map(([name, results], i) => {
    const qinis = results.map(({ qini }) => qini);
    return [
      ...(i === 0 ? [campaign, goal] : ["", ""]),
      name,
      meanOf(qinis).toFixed(4),
      deviationOf(qinis).toFixed(4),
      `${(100 * meanOf(results.map(({ first }) => first))).toFixed(2)} points`,
      i === 0 ? `${proven} of ${splits}` : "",
    ];
  });
};

const rankingsOf = (
  known: RandomisedPeople,
  unseen: RandomisedPeople,
  isProven: boolean,
  random: Random,
): Record<string, Float64Array> => {
  const { model, sameForAll } = fitUplift(known);
  const { uplift, without } = upliftOf(model, unseen.columns);
  const chance = upliftAtChance(sameForAll, without);
  return {
    uplift,
    chance,
    "as delivered": isProven ? uplift : chance,
    "two regressions": twoRegressions(known, unseen),
    random: Float64Array.from(unseen.contacted, random),
  };
};

/** One for those contacted and one for the others, each with a penalty that is hardly felt. */
const twoRegressions = (known: RandomisedPeople, unseen: RandomisedPeople): Float64Array => {
  const [without, contacted] = [0, 1].map((group) => {
    const own = rowsWhere(known, (row) => known.contacted[row] === group);
    const { intercept, coefficients } = fitLogisticRegression([...own.columns], own.attained, 1);
    return unseen.contacted.reduce((scores, _, row) => {
      const score = unseen.columns.reduce(
        (sum, column, j) => sum + column[row]! * coefficients[j]!,
        intercept,
      );
      scores[row] = sigmoid(score);
      return scores;
    }, new Float64Array(unseen.contacted.length));
  }) as [Float64Array, Float64Array];
  return contacted.map((probability, i) => probability - without[i]!);
};

const halvesOf = (people: RandomisedPeople, random: Random): [RandomisedPeople, RandomisedPeople] => {
  const isKnown = Uint8Array.from(people.contacted, () => Number(random() < 0.5));
  return [rowsWhere(people, (row) => isKnown[row] === 1), rowsWhere(people, (row) => isKnown[row] === 0)];
};

const rowsWhere = (people: RandomisedPeople, isOf: (row: number) => boolean): RandomisedPeople =>
  peopleIn(people, Int32Array.from(people.contacted.keys()).filter(isOf));

interface Truth {
  name: string;
  share: number;
  /** What a contact adds to the log-odds. */
  effect(row: readonly number[]): number;
}

const truths: readonly Truth[] = [
  { name: "no effect", share: 0.5, effect: () => 0 },
  { name: "the same for all", share: 0.5, effect: () => 0.3 },
  { name: "the same for all, 10 % held out", share: 0.9, effect: () => 0.3 },
  { name: "by a trait the chance ignores", share: 0.5, effect: (row) => 0.3 + 0.3 * row[1]! },
  { name: "falls with the chance", share: 0.5, effect: (row) => 0.3 - 0.3 * row[0]! },
  { name: "a quarter is put off", share: 0.5, effect: (row) => (row[2]! > 0.87 ? -0.5 : 0.5) },
];

const truthHead = [
  "truth",
  "people",
  "effect covers",
  "proven",
  "leaning",
  "80 % ranges hold",
  "rule on the list covers (inverse, robust)",
];

/** Share of a list that another rule chooses. */
const ruleShare = 0.3;

/** Whether the intervals of the rule by uplift less the order of the list have the truth, by inverse propensity and doubly robust. */
const isRuleCovered = (
  { columns: [order], ...campaign }: ReturnType<typeof madeUpCampaign>,
  unseen: Unseen,
): [boolean, boolean] => {
  const list = { ...campaign, uplift: unseen.uplift, without: unseen.without, order: order! };
  const { uplift_over_order: found } = testPolicies(list)!.shares.find(({ share }) => share === ruleShare)!;
  const [now, before] = [rankingOf(unseen.uplift).first(ruleShare), rankingOf(order!).first(ruleShare)];
  const truth = meanOf(campaign.uplift.map((one, i) => one * (now[i]! - before[i]!)));
  const has = ({ low, high }: Interval) => low <= truth && truth <= high;
  return [has(found.inverse_propensity), has(found.doubly_robust)];
};

const truthRows = (seeds: number, progress: (doing: string) => void): string[][] =>
  truths.flatMap(({ name, share, effect }) =>
    [5000, 20_000].map((people) => {
      progress(`${name}, ${people} people`);
      const found = Array.from({ length: seeds }, (_, seed) => {
        const campaign = madeUpCampaign({ people, columns: 6, share, seed: seed + 1, effect });
        const unseen = predictUnseen(campaign, seed);
        const proof = tooFewToProve(campaign) ?? proofOf(campaign, unseen);
        const [isInverseCovered, isRobustCovered] = isRuleCovered(campaign, unseen);
        const truth = meanOf(campaign.uplift);
        const { low, high } = upliftOf(fitUplift(campaign).model, campaign.columns);
        return {
          isCovered: proof.effect!.low <= truth && truth <= proof.effect!.high,
          verdict: proof.verdict,
          isInverseCovered,
          isRobustCovered,
          held: meanOf(campaign.uplift.map((one, i) => Number(one >= low[i]! && one <= high[i]!))),
        };
      });
      const share100 = (is: (one: (typeof found)[number]) => boolean) =>
        `${Math.round((100 * found.filter(is).length) / seeds)} %`;
      return [
        name,
        String(people),
        share100(({ isCovered }) => isCovered),
        share100(({ verdict }) => verdict === "proven"),
        share100(({ verdict }) => verdict === "leaning"),
        `${Math.round(100 * meanOf(found.map(({ held }) => held)))} %`,
        `${share100((one) => one.isInverseCovered)}, ${share100((one) => one.isRobustCovered)}`,
      ];
    }),
  );

const meanOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

const deviationOf = (values: readonly number[]): number =>
  Math.sqrt(meanOf(values.map((value) => (value - meanOf(values)) ** 2)));

await main();
