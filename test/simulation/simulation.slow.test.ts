import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { amountOf, casesOf, isWhole, rotatingSeed } from "../run/amounts.js";
import { needing } from "../run/needs.js";
import { postgresBin } from "../support/postgres.js";
import { knownFaults, withFault } from "./known-faults.js";
import { shortest } from "./shrink.js";
import type { Ended } from "./simulation.js";
import { storyOf } from "./story.js";

const program = fileURLToPath(new URL("../../dist/test/simulation/main.js", import.meta.url));

/** Standard output, and whether nothing was violated. */
const simulate = (...given: string[]): Promise<{ text: string; isWell: boolean }> =>
  promisify(execFile)(process.execPath, ["--max-semi-space-size=64", program, ...given], {
    maxBuffer: 1 << 28,
  }).then(
    ({ stdout }) => ({ text: stdout, isWell: true }),
    ({ stdout, stderr }) => ({ text: `${stdout}${stderr}`, isWell: false }),
  );

const foundWith = (count: number) =>
  knownFaults.filter(({ isFound, nodes = 1 }) => isFound && nodes === count);

const seeds = amountOf("crashes", { whole: 300, sample: 20 });

test(`nothing is lost, doubled, left or stuck in the stories of ${seeds} seeds`, async () => {
  const from = (rotatingSeed % 10_000) * 1_000;
  const { text, isWell } = await simulate("--seeds", `${from}..${from + seeds - 1}`);
  expect(isWell, text).toBe(true);
});

test("the same seed tells the same story, to the byte", async () => {
  // Beside lines of the service's log, which name its process.
  const sentences = async () =>
    (await simulate("--seed", "7")).text.split("\n").filter((line) => line.startsWith("day "));
  const first = await sentences();
  expect(first.length).toBeGreaterThan(10);
  expect(await sentences()).toEqual(first);
});

describe("several nodes on one store", needing("PostgreSQL", postgresBin() !== undefined), () => {
  // A seed takes twenty seconds of processor time.
  const seeds = amountOf("crashes", { whole: 40, sample: 1 });

  test(`nothing is lost, doubled, left or stuck in the stories of ${seeds} seeds`, async () => {
    const from = (rotatingSeed % 10_000) * 1_000;
    const { text, isWell } = await simulate("--seeds", `${from}..${from + seeds - 1}`, "--nodes", "2");
    expect(isWell, text).toBe(true);
  });

  test.each(isWhole("crashes") ? foundWith(2) : [])("they find a service that $about", async ({ name }) => {
    const { text, isWell } = await simulate("--seeds", "30", "--until", "--fault", name, "--nodes", "2");
    expect(isWell, text).toBe(false);
    expect(text).toMatch(/^Seed \d+: /m);
  });
});

test("each fault of before changes a text that the program has", () => {
  for (const fault of knownFaults)
    for (const { file } of fault.edits) {
      const full = fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));
      const source = readFileSync(full, "utf8");
      expect(withFault(fault, full, source)).not.toBe(source);
    }
});

test.each(casesOf("crashes", foundWith(1)))("it finds a service that $about", async ({ name }) => {
  const { text, isWell } = await simulate("--seeds", "60", "--until", "--fault", name);
  expect(isWell, text).toBe(false);
  expect(text).toMatch(/^Seed \d+: /m);
});

test("of a story that fails, only the acts are left that it takes", async () => {
  const story = storyOf(1);
  const [, second] = story.acts;
  const play = async ({ acts }: typeof story) =>
    ({ violation: acts.includes(second!) ? "lost" : undefined, sentences: [] }) as unknown as Ended;
  expect(await shortest(story, play)).toMatchObject({ acts: [second] });
});
