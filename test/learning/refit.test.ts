import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { lastRefit, nextRefit } from "../../src/domain/outcome/refit.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { outcomeFiles } from "../../src/warehouse/relations.js";
import {
  type Event,
  historyDays,
  historyStart,
  personIdOf,
  simulatedEvents,
  writeAccount,
} from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers = { stream_name: "transaction" };
const horizonDays = 30;
const horizonSeconds = horizonDays * secondsPerDay;

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "refit-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
});
afterAll(() => engine.close());

const refit = lastRefit(historyStart + (historyDays - 5) * secondsPerDay, horizonSeconds);
const next = nextRefit(refit, horizonSeconds);
const events = simulatedEvents(150);
const event = (time: number, person = 1): Event => ({ person: personIdOf(person), time, value: 10 });
const before = (time: number): Event[] => [...events.filter((e) => e.time < time - 1), event(time - 1)];

/** Result of a build from these events, and whether it trained a model. */
const built = async (name: string, of: readonly Event[], previous: string | null) => {
  const dir = path.join(root, name);
  const account = await writeAccount(engine, path.join(root, `${name}-account`), of);
  const doing: string[] = [];
  const progress = (_: number, text: string) => doing.push(text);
  const config = { attainment_cohort_id: "a", recurring: true, horizon_days: horizonDays };
  const result = await buildOutcome(
    {
      config,
      attainment: customers,
      eligible: customers,
      attrition: null,
      account,
      previousDir: previous === null ? null : path.join(root, previous),
    },
    stepTools(engine, dir, { progress }),
  );
  return {
    result,
    model: await readFile(outcomeFiles(dir).model, "utf8"),
    training: await readFile(outcomeFiles(dir).training, "utf8"),
    trained: doing.some((text) => text.startsWith("Fitting the model")),
    kept: doing.some((text) => text.startsWith("Keeping the model")),
  };
};

test("new events between two refits keep the model, and the result is that of a build from nothing", async () => {
  const first = await built("first", before(refit + secondsPerDay / 2), null);
  const more = [...before(next - 1), event(refit + 3600, 5000)];
  const kept = await built("kept", more, "first");
  const fromNothing = await built("from-nothing", more, null);
  expect([first, kept, fromNothing].map(({ trained }) => trained)).toEqual([true, false, true]);
  expect(kept.kept).toBe(true);
  expect(kept.model).toBe(fromNothing.model);
  expect(kept.training).toBe(fromNothing.training);
  expect(kept.result).toEqual(fromNothing.result);
  expect(kept.result).toMatchObject({ learned_through: refit, refit_at: next });
});

test("a model that was kept is kept again", async () => {
  const again = await built("again", before(next - 60), "kept");
  expect(again).toMatchObject({ trained: false, kept: true });
});

test("an older event that arrives late, or the date of a refit, fits the model again", async () => {
  const late = [...before(next - 1), event(historyStart + 100 * secondsPerDay)];
  expect(await built("late", late, "first")).toMatchObject({ trained: true, kept: false });
  const due = await built("due", before(next + 1), "first");
  expect(due).toMatchObject({ trained: true, result: { learned_through: next } });
});
