// Evaluations of a trigger on files of made-up builds, one after the other.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../domain/resource/limits.js";
import type { LiveJudgement } from "../../domain/target/live-judgement.js";
import type { TriggerConfig, TriggerResult } from "../../domain/target/trigger.js";
import { crossingRule } from "../../domain/target/trigger-condition.js";
import { judge, type Side, sides } from "../../domain/target/trigger-rule.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { valuesOf } from "../../warehouse/persons/fixtures.js";
import {
  cohortFiles,
  lastingHoldoutFiles,
  peopleFiles,
  relation,
  scopeFiles,
  triggerFiles,
} from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { digest } from "../kind/digest.js";
import type { TriggerInput, WatchedSubject } from "./input.js";
import { judgePeople } from "./step.js";

let engine: Engine;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "triggers-"));
  engine = await openEngine({ memoryMb: 256, threads: 2, tempDir: root });
});

const hour = 3600;
const day = 24 * hour;

/** The people of a build: a probability, null for none, or `held` for somebody who is held out with 0.9. */
type People = Readonly<Record<number, number | null | "held">>;

interface World {
  people: People;
  /** Former ids, and the people to whom they lead. */
  aliases?: Readonly<Record<number, number>>;
  at: number;
}

interface Evaluated {
  dir: string;
  result: TriggerResult;
}

const evaluate = async (
  config: TriggerConfig,
  { people, aliases = {}, at }: World,
  previous: Evaluated | null,
  live?: LiveJudgement[],
): Promise<Evaluated> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const ids = Object.keys(people).map(Number);
  const text = sql`varchar`;
  await engine.writeParquet(
    sql`select * from ${valuesOf(
      {
        person_id: sql`bigint`,
        email: text,
        customer_id: text,
        person_full_name: text,
        person_first_name: text,
        person_last_name: text,
      },
      ids.map((id) => [
        id,
        `p${id}@example.com`,
        id % 2 === 0 ? `C-${id}` : null,
        `Person ${id}`,
        null,
        null,
      ]),
    )}`,
    peopleFiles(dir).people,
  );
  await engine.writeParquet(
    sql`select * from ${valuesOf(
      { alias: sql`bigint`, person_id: sql`bigint` },
      Object.entries(aliases).map(([alias, id]) => [Number(alias), id]),
    )}`,
    peopleFiles(dir).aliases,
  );
  const subject = await (config.when.cohort ? members : scores)(dir, people, at);
  const input: TriggerInput = {
    config,
    condition: digest(config.when),
    subject,
    account: { peopleDir: dir, dataThrough: at } as TriggerInput["account"],
    previous: previous && { ...previous, isReportedIntact: true },
    ...(live && { live }),
  };
  const tools = { engine, dir, now: 1000 * at, seed: 1, progress: () => {} };
  return { dir, result: await judgePeople(input, tools) };
};

const scores = async (dir: string, people: People, at: number): Promise<WatchedSubject> => {
  await engine.writeParquet(
    sql`select * from ${valuesOf(
      { person_id: sql`bigint`, probability_0: sql`double`, arm: sql`varchar` },
      Object.entries(people).map(([id, value]) => [
        Number(id),
        value === "held" ? 0.9 : value,
        value === "held" ? "held_out" : "contact",
      ]),
    )}`,
    scopeFiles(dir).scores,
  );
  const result = { data_through: at, holdout: {} } as Extract<WatchedSubject, { of: "scores" }>["result"];
  return { of: "scores", dir, result, place: 0, outcome: { id: "o", name: "Buy again", dir } };
};

/** Members have the value 1; whom the account holds out, `held` as a member and -1 otherwise. */
const members = async (dir: string, people: People): Promise<WatchedSubject> => {
  const inside = Object.entries(people).filter(([, value]) => value === 1 || value === "held");
  await engine.writeParquet(
    sql`select * from ${valuesOf(
      { person_id: sql`bigint`, is_held_out: sql`boolean` },
      Object.entries(people).map(([id, value]) => [Number(id), value === "held" || value === -1]),
    )}`,
    lastingHoldoutFiles(dir).groups,
  );
  await engine.writeParquet(
    sql`select * from ${valuesOf(
      { person_id: sql`bigint` },
      inside.map(([id]) => [Number(id)]),
    )}`,
    cohortFiles(dir).members,
  );
  return { of: "members", dir, name: "Buyers", sentence: "People who have bought.", lastingDir: dir };
};

const crossing = (more: object = {}): TriggerConfig => ({
  when: { crosses: { scope_id: "s", outcome_id: "o", probability: 0.6, ...more } },
  quiet_hours: 0,
});
const joining: TriggerConfig = { when: { cohort: { cohort_id: "c" } }, quiet_hours: 0 };
const moving = (most: number): TriggerConfig => ({
  when: { movers: { scope_id: "s", outcome_id: "o", most } },
});

/** The news of each evaluation: the ids of the people, with `+` or `-`. */
const newsOf = async (config: TriggerConfig, worlds: readonly World[]): Promise<string[][]> => {
  const news: string[][] = [];
  let previous: Evaluated | null = null;
  for (const world of worlds) {
    previous = await evaluate(config, world, previous);
    news.push(reported(previous));
  }
  return news;
};
const reported = ({ result }: Evaluated): string[] =>
  result.news!.messages.flatMap(({ people }) =>
    people.map(({ id, direction }) => (direction === "up" ? "+" : "-") + id),
  );
const daily = (...days: People[]): World[] => days.map((people, i) => ({ people, at: (i + 1) * day }));

describe("a probability", () => {
  test("is reported once when it is crossed, and remembered at the first evaluation", async () => {
    const worlds = daily({ 1: 0.2, 2: 0.9 }, { 1: 0.7, 2: 0.9 }, { 1: 0.7, 2: 0.4 }, { 1: 0.57, 2: 0.61 });
    expect(await newsOf(crossing(), worlds)).toEqual([[], ["+1"], [], ["+2"]]);
    expect(await newsOf(crossing({ direction: "both" }), worlds)).toEqual([[], ["+1"], ["-2"], ["+2"]]);
    expect(await newsOf(crossing({ direction: "down" }), worlds)).toEqual([[], [], ["-2"], ["-1"]]);
  });

  test("is reported with what the trigger may show, from and to", async () => {
    const [first, second] = daily({ 1: 0.2, 2: 0.41 }, { 1: 0.2, 2: 0.63 });
    const before = await evaluate(crossing(), first!, null);
    const { result } = await evaluate(crossing(), second!, before);
    expect(result).toMatchObject({ is_first: false, reported_count: 1, more_count: 0, watched_count: 2 });
    expect(result.news).toEqual({
      goneIds: [],
      messages: [
        {
          type: "people.crossed",
          text: "1 person rose to 60 % or more for “Buy again”.",
          dataThrough: 2 * day,
          more: 0,
          people: [
            {
              id: "2",
              customer_id: "C-2",
              email: "p2@example.com",
              direction: "up",
              from: 0.41,
              to: 0.63,
              text: "Rose from 41 % to 63 %.",
            },
          ],
        },
      ],
    });
    const alone = await evaluate({ ...crossing(), identifiers: [] }, second!, before);
    expect(Object.keys(alone.result.news!.messages[0]!.people[0]!)).toEqual([
      "id",
      "direction",
      "from",
      "to",
      "text",
    ]);
  });

  test("of people who are new is news if the trigger says so, but not at the first evaluation", async () => {
    const worlds = daily({ 1: 0.9 }, { 1: 0.9, 2: 0.8 }, { 1: 0.9, 2: 0.8 });
    expect(await newsOf(crossing(), worlds)).toEqual([[], [], []]);
    expect(await newsOf(crossing({ include_new: true }), worlds)).toEqual([[], ["+2"], []]);
  });

  test("of people who are held out is not reported", async () => {
    expect(await newsOf(crossing(), daily({ 1: 0.1, 2: 0.1 }, { 1: "held", 2: 0.9 }))).toEqual([[], ["+2"]]);
  });

  test("that people have no more leaves them as they were", async () => {
    expect(
      await newsOf(crossing(), daily({ 1: 0.1 }, { 1: null }, { 1: 0.7 }, { 1: null }, { 1: 0.8 })),
    ).toEqual([[], [], ["+1"], [], []]);
  });

  test("in the quiet period is reported after it, if it holds", async () => {
    const quiet = { ...crossing({ direction: "both" }), quiet_hours: 48 };
    const worlds = daily({ 1: 0.1, 2: 0.1 }, { 1: 0.9, 2: 0.9 }, { 1: 0.1, 2: 0.1 }, { 1: 0.1, 2: 0.9 });
    expect(await newsOf(quiet, worlds)).toEqual([[], ["+1", "+2"], [], ["-1"]]);
  });

  test("of another condition is remembered again, and the quiet period goes on", async () => {
    const [first, second, third, fourth] = daily({ 1: 0.1 }, { 1: 0.9 }, { 1: 0.1 }, { 1: 0.9 });
    const quiet = (config: TriggerConfig) => ({ ...config, quiet_hours: 72 });
    const before = await evaluate(crossing(), second!, await evaluate(crossing(), first!, null));
    const changed = quiet(crossing({ probability: 0.5 }));
    const again = await evaluate(changed, third!, before);
    expect(again.result.is_first).toBe(true);
    expect(reported(await evaluate(changed, fourth!, again))).toEqual([]);
    expect(reported(await evaluate({ ...changed, quiet_hours: 0 }, fourth!, again))).toEqual(["+1"]);
  });
});

describe("people", () => {
  test("who turn out to be one keep the side of the one who kept the id", async () => {
    const before = await evaluate(crossing(), { people: { 1: 0.9, 2: 0.1 }, at: day }, null);
    const merged = { people: { 2: 0.9 }, aliases: { 1: 2 }, at: 2 * day };
    expect(reported(await evaluate(crossing(), merged, before))).toEqual(["+2"]);
    const other = { people: { 1: 0.9 }, aliases: { 2: 1 }, at: 2 * day };
    expect(reported(await evaluate(crossing(), other, before))).toEqual([]);
  });

  test("with a new id alone are remembered by it", async () => {
    const before = await evaluate(crossing(), { people: { 1: 0.1 }, at: day }, null);
    const renamed = { people: { 5: 0.9 }, aliases: { 1: 5 }, at: 2 * day };
    expect(reported(await evaluate(crossing(), renamed, before))).toEqual(["+5"]);
  });

  test("who are gone are forgotten, and said to be gone if they were reported", async () => {
    const worlds = daily({ 1: 0.1, 2: 0.1, 3: 0.1 }, { 1: 0.9, 2: 0.1, 3: 0.9 });
    let last: Evaluated | null = null;
    for (const world of worlds) last = await evaluate(crossing(), world, last);
    const gone = await evaluate(crossing(), { people: { 7: 0.9 }, aliases: { 3: 7 }, at: 3 * day }, last);
    expect(gone.result.news!.goneIds).toEqual(["1"]);
    for (const file of Object.values(triggerFiles(gone.dir)))
      expect(await engine.rows(sql`select * from ${relation(file)} where person_id in (1, 2)`)).toEqual([]);
    const after = await evaluate(crossing(), { people: {}, at: 4 * day }, gone);
    expect(after.result.news!.goneIds).toEqual(["3"]);
  });
});

describe("people whom live scores have judged", () => {
  const rose = (id: number, more: Partial<LiveJudgement> = {}): LiveJudgement => ({
    personId: String(id),
    side: sides.above,
    value: 0.7,
    reportedAt: 1.5 * day,
    sentAt: 1500 * day,
    judgedAt: 1500 * day,
    isAhead: false,
    ...more,
  });
  const [first, second, third] = daily({ 1: 0.1, 2: 0.1 }, { 1: 0.8, 2: 0.8 }, { 1: 0.2, 2: 0.8 });

  test("are not reported again, and the build remembers them", async () => {
    const before = await evaluate(crossing({ direction: "both" }), first!, null);
    const after = await evaluate(crossing({ direction: "both" }), second!, before, [rose(1)]);
    expect(reported(after)).toEqual(["+2"]);
    expect(after.result.news!.settledIds).toEqual(["1"]);
    const later = await evaluate(crossing({ direction: "both" }), third!, after);
    expect(reported(later)).toEqual(["-1"]);
    expect(later.result.news!.messages[0]!.people[0]).toMatchObject({ from: 0.8, to: 0.2 });
  });

  test("by events that the build does not have stay as they were judged", async () => {
    const before = await evaluate(crossing({ direction: "both" }), first!, null);
    const stale = { people: { 1: 0.1, 2: 0.8 }, at: 2 * day };
    const after = await evaluate(crossing({ direction: "both" }), stale, before, [
      rose(1, { isAhead: true }),
    ]);
    expect(reported(after)).toEqual(["+2"]);
    expect(after.result.news!.settledIds).toEqual([]);
    const later = await evaluate(crossing({ direction: "both" }), { ...stale, at: 3 * day }, after, [
      rose(1),
    ]);
    expect(reported(later)).toEqual(["-1"]);
  });

  test("are kept for the quiet period when the condition changes", async () => {
    const quiet = (config: TriggerConfig) => ({ ...config, quiet_hours: 24 });
    const before = await evaluate(crossing(), first!, null);
    const changed = quiet(crossing({ probability: 0.3 }));
    const again = await evaluate(changed, first!, before, [rose(1, { isAhead: true })]);
    expect(again.result).toMatchObject({ is_first: true, news: { settledIds: ["1"] } });
    expect(reported(await evaluate(changed, second!, again))).toEqual(["+2"]);
  });

  test("and are gone are taken out of what was sent of them", async () => {
    const before = await evaluate(crossing(), first!, null);
    const after = await evaluate(crossing(), { people: { 2: 0.1 }, at: 2 * day }, before, [rose(1)]);
    expect(after.result.news!.goneIds).toEqual(["1"]);
  });
});

describe("a cohort", () => {
  test("reports who enters and who leaves, also people who are new, with its definition", async () => {
    const worlds = daily({ 1: 1, 2: 0 }, { 1: 0, 2: 1, 3: 1 }, { 1: 0, 2: 1, 3: 1 });
    expect(await newsOf(joining, worlds)).toEqual([[], ["+2", "+3", "-1"], []]);
    const first = await evaluate(joining, worlds[0]!, null);
    const { result } = await evaluate(joining, worlds[1]!, first);
    expect(result.news!.messages.map(({ type, text, people }) => [type, text, people[0]!.text])).toEqual([
      ["people.entered", "2 people entered “Buyers”.", "Entered “Buyers”: people who have bought."],
      ["people.left", "1 person left “Buyers”.", "Left “Buyers”: people who have bought."],
    ]);
  });

  test("reports nobody whom the account holds out, neither then nor once they are drawn otherwise", async () => {
    const worlds = daily(
      { 1: -1, 2: 0 },
      { 1: "held", 2: 1 },
      { 1: 1, 2: 1 },
      { 1: 0, 2: -1 },
      { 1: 1, 2: 0 },
    );
    expect(await newsOf(joining, worlds)).toEqual([[], ["+2"], [], ["-1"], ["+1"]]);
  });

  test("reports one direction, and counts the other", async () => {
    const entering: TriggerConfig = { when: { cohort: { cohort_id: "c", on: "enters" } }, quiet_hours: 0 };
    expect(await newsOf(entering, daily({ 1: 0 }, { 1: 1 }, { 1: 0 }, { 1: 1 }))).toEqual([
      [],
      ["+1"],
      [],
      ["+1"],
    ]);
  });
});

describe("movers", () => {
  test("are reported once a day, against the first build of the day before", async () => {
    const at = (hours: number, people: People): World => ({ people, at: hours * hour });
    const worlds = [
      at(10, { 1: 0.1, 2: 0.5, 3: 0.5 }),
      at(20, { 1: 0.9, 2: 0.5, 3: 0.5 }),
      at(30, { 1: 0.2, 2: 0.1, 3: 0.7 }),
      at(40, { 1: 0.9, 2: 0.9, 3: 0.9 }),
      at(60, { 1: 0.2, 2: 0.9, 3: 0.7 }),
    ];
    expect(await newsOf(moving(2), worlds)).toEqual([[], [], ["-2", "+3"], [], ["+2"]]);
  });
});

describe("many people", () => {
  const everyone = (value: number, count: number): People =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, value]));

  test("are reported in messages of a hundred, and those above the limit are counted once", async () => {
    const count = limits.triggerPeople.is + 204;
    const [low, high] = daily(everyone(0.1, count), everyone(0.9, count));
    const before = await evaluate(crossing(), low!, null);
    const after = await evaluate(crossing(), high!, before);
    const { messages } = after.result.news!;
    expect(messages).toHaveLength(limits.triggerPeople.is / limits.triggerMessagePeople.is);
    expect(messages.map(({ more }) => more)).toEqual([...Array(9).fill(0), 204]);
    expect(messages[0]!.text).toBe(
      "1,204 people rose to 60 % or more for “Buy again”. 204 of them are not named.",
    );
    expect(after.result).toMatchObject({ reported_count: limits.triggerPeople.is, more_count: 204 });
    expect(new Set(reported(after)).size).toBe(limits.triggerPeople.is);
    expect(reported(await evaluate(crossing(), { ...high!, at: 3 * day }, after))).toEqual([]);
  });
});

test("over random builds, some of them made again, each person's news are those of the rule, once", async () => {
  const value = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
  const build = fc.record({
    values: fc.tuple(value, value, value),
    hours: fc.integer({ min: 0, max: 30 }),
    /** The step is killed so often after it has written its files, and before they are recorded. */
    kills: fc.integer({ min: 0, max: 2 }),
  });
  const direction = fc.constantFrom("up", "down", "both");
  await fc.assert(
    fc.asyncProperty(
      fc.array(build, { maxLength: 6 }),
      direction,
      fc.integer({ min: 0, max: 40 }),
      async (builds, way, quiet) => {
        const config = { ...crossing({ direction: way, margin: 0.2 }), quiet_hours: quiet };
        const rule = crossingRule(config)!;
        const expected = [0, 1, 2].map(() => ({ side: sides.unknown as Side, reportedAt: Number.NaN }));
        let previous: Evaluated | null = null;
        let at = 1000 * day;
        for (const { values, hours, kills } of builds) {
          at += hours * hour;
          const world = { people: Object.fromEntries(values.map((each, i) => [i + 1, each])), at };
          for (let i = 0; i < kills; i++) await evaluate(config, world, previous);
          previous = await evaluate(config, world, previous);
          const news = values.flatMap((each, i) => {
            const { side, reported: news } = judge(expected[i]!, each ?? Number.NaN, rule, at);
            expected[i] = { side, reportedAt: news ? at : expected[i]!.reportedAt };
            return news ? [(news === "up" ? "+" : "-") + (i + 1)] : [];
          });
          expect(reported(previous).sort()).toEqual(news.sort());
        }
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);
