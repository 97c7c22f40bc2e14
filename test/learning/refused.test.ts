// Predictions that cannot be learned are refused with the cause.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import type { StepInput } from "../../src/builds/kinds.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import { found } from "../../src/domain/people/fixtures.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { historyStart, simulatedEvents, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers: CohortConfig = { stream_name: "transaction" };

let root: string;
let engine: Engine;
let account: AccountSnapshot;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "refused-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  account = await writeAccount(engine, path.join(root, "account"), simulatedEvents(200));
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const refusalOf = async (change: Partial<StepInput<"outcomes">>): Promise<string> => {
  const config = { attainment_cohort_id: "a", horizon_days: 30 };
  const input = { config, attainment: customers, eligible: customers, attrition: null, account, ...change };
  const refused = buildOutcome(input, stepTools(engine, path.join(root, "outcome")));
  return refused.then(
    () => "nothing was refused",
    (error: Error) => error.message,
  );
};

test.each<[string, Partial<StepInput<"outcomes">>, string]>([
  [
    "requires more events than any person has",
    { attainment: { ...customers, min_count: 400 } },
    "nobody has more than",
  ],
  [
    "requires a value that no person has",
    { attainment: { ...customers, min_value: 1e9 } },
    "a total amount of 1,000,000,000",
  ],
  [
    "has no events",
    { attainment: { ...customers, stream_conditions: [{ property: "value", _gt: 1e9 }] } },
    "No event of",
  ],
  ["equals the eligible cohort", {}, "make the goal repeatable (recurring)"],
  [
    "contains all eligible people",
    { attainment: { ...customers, max_count: 9_999 } },
    "had already reached the goal",
  ],
  ["contains everyone", { attainment: customers, eligible: null }, "had already reached the goal"],
  [
    "allows fewer events than eligible people have",
    { attainment: { ...customers, max_count: 1 }, eligible: { ...customers, min_count: 2 } },
    "counts never fall",
  ],
  [
    "requires an absence longer than the horizon",
    {
      attainment: { ...customers, recency: { occurrence: "last", min_days: 90 } },
      eligible: { ...customers, recency: { occurrence: "last", max_days: 14 } },
    },
    "Set horizon_days to at least 76",
  ],
  [
    "leaves only people of the attrition cohort",
    { attainment: { ...customers, min_count: 9 }, attrition: { ...customers, min_count: 1 } },
    "were in the attrition cohort",
  ],
])("an attainment cohort that %s", async (_, change, cause) => {
  const refusal = await refusalOf(change);
  expect(refusal).toContain("There is too little to learn from: 0 reached the goal");
  expect(refusal).toContain(cause);
});

test("an eligible cohort that is empty at the newest landmark", async () => {
  const impossible: CohortConfig = {
    ...customers,
    recency: { occurrence: "first", max_days: 1 },
    min_count: 50,
  };
  const refusal = await refusalOf({ attainment: { ...customers, min_count: 3 }, eligible: impossible });
  expect(refusal).toMatch(
    /None of the [\d,]+ (?:people|person) known on \d+ \w+ \d{4}, the newest training date, was eligible/,
  );
});

test("missing dates are reported first", async () => {
  const golden = { traits: [{ name: "tier", _eq: "gold" }] };
  const people = { ...account.people, traits: [{ name: "tier", type: "text" as const, found }] };
  const refusal = await refusalOf({ attainment: golden, account: { ...account, people } as AccountSnapshot });
  expect(refusal).toContain(
    "which have no dates. So the model learns from who is in the goal's cohort today",
  );
});

test.each([
  ["a horizon in days", { horizon_days: 30 }],
  ["a horizon in months", { horizon_months: 1 }],
  ["no horizon", {}],
])("a goal of which there is no event, with %s", async (_, horizon) => {
  const [stream] = account.streams;
  const result = { ...stream!.result, event_count: 0, people_count: 0, oldest: null, newest: null };
  const empty = await writeAccount(engine, path.join(root, "empty"), []);
  const streams = [{ ...empty.streams[0]!, result }];
  const refusal = await refusalOf({
    account: { ...account, streams },
    config: { attainment_cohort_id: "a", recurring: true, ...horizon },
  });
  expect(refusal).toContain("The events span 0 days, too short for a horizon of");
});

describe("the advice works", () => {
  const recurring = (horizon_days: number) => ({
    config: { attainment_cohort_id: "a", recurring: true, horizon_days },
  });

  test("where the history is too short for the horizon", async () => {
    const refusal = await refusalOf(recurring(300));
    expect(refusal).toContain("The events span 399 days, too short for a horizon of 300 days.");
    expect(refusal).toContain("Set horizon_days to 182, or upload a history of at least 450 days.");
    expect(await refusalOf(recurring(182))).toBe("nothing was refused");
  });

  test("where a hole is in each horizon", async () => {
    const withHole = simulatedEvents(600).filter(({ time }) => {
      const day = (time - historyStart) / secondsPerDay;
      return day < 75 || day > 375;
    });
    const short = await writeAccount(engine, path.join(root, "hole"), withHole);
    const refusal = await refusalOf({ ...recurring(90), account: short });
    expect(refusal).toContain("no past date is followed by 90 days with events. Set horizon_days to 30, or");
    expect(await refusalOf({ ...recurring(30), account: short })).toBe("nothing was refused");
  });

  test("where no horizon is short enough, only a longer history is asked for", async () => {
    const days = simulatedEvents(200).filter(({ time }) => time < historyStart + 30 * secondsPerDay);
    const short = await writeAccount(engine, path.join(root, "short"), days);
    expect(await refusalOf({ ...recurring(30), account: short })).toContain(
      "too short for a horizon of 30 days. Upload a history of at least 60 days.",
    );
  });
});
