// Streams whose files come, go and are replaced, while people are merged and listed: the events that were
// there stay where they are as long as that is right, and each build has what a build from nothing has.

import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { buildPeople } from "../../src/builds/people/step.js";
import { buildStream } from "../../src/builds/stream/step.js";
import { type Random, seededRandom } from "../../src/model/numeric/random.js";
import type { Row } from "../../src/warehouse/engine.js";
import { hasReplaced, partsOf } from "../../src/warehouse/layers.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { relation, streamFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { stepTools } from "../support/step-tools.js";
import { openWorkshop } from "../support/workshop.js";
import { type BuiltDataset, datasetOf, FileStory, pick } from "./file-story.js";

const workshop = openWorkshop("added-events", 500);
const tools = (dir: string) => stepTools(workshop.engine, dir, { now: 1_000 });

const events = {
  data_map: {
    datetime: { column_name: "date" },
    value: { column_name: "total" },
    kind: { column_name: "kind" },
  },
};
const orders = datasetOf("orders", { output_to_streams: { order: events } });
const visits = datasetOf("visits", { output_to_streams: { order: events } });
const lines = datasetOf("lines", { output_to_streams: { order: { ...events, event_key: ["number"] } } });
const cards = datasetOf("cards", {});
const list = datasetOf("list", { privacy: "suppress" });

const idOf = (random: Random, people: number) => `c${Math.floor(random() * people)}`;
const mailOf = (random: Random, people: number) => `m${Math.floor(random() * people)}@example.com`;
const totalOf = (random: Random) => (Math.floor(random() * 9000) / 100 + 1).toFixed(2);
const dateOf = (random: Random) =>
  new Date(Math.floor(random() * 900) * 60_000 - 3e10).toISOString().slice(0, 10);

const eventRows = (random: Random, count: number, people: number): string =>
  ["id,email,date,total,kind"]
    .concat(
      Array.from({ length: count }, () => {
        const who = random() < 0.7 ? [idOf(random, people), ""] : ["", mailOf(random, people)];
        return [...who, dateOf(random), totalOf(random), pick(random, ["a", "b", ""])].join(",");
      }),
    )
    .join("\n");

/** Lines of orders, some of which stand in earlier files, too. */
const lineRows = (random: Random, count: number, people: number): string => {
  const [header, ...rows] = eventRows(random, count, people).split("\n");
  return [`${header},number`, ...rows.map((row) => `${row},${Math.floor(random() * 300)}`)].join("\n");
};

/** A card joins whoever has the id with whoever has the address. */
const cardRow = (random: Random, people: number) =>
  `id,email\n${idOf(random, people)},${mailOf(random, people)}`;

const peopleOf = async (datasets: readonly BuiltDataset[], previousDir: string | null) => {
  const dir = await mkdtemp(path.join(workshop.root, "people-"));
  await buildPeople(
    {
      config: {} as never,
      datasets: datasets.map(({ id, dir, result, config }) => ({ id, dir, result, privacy: config.privacy })),
      previousDir,
    },
    tools(dir),
  );
  return dir;
};

const streamOf = async (datasets: readonly TestDataset[], peopleDir: string, previousDir: string | null) => {
  const dir = await mkdtemp(path.join(workshop.root, "stream-"));
  const emitting = datasets.filter(({ result }) => "order" in result.streams);
  const input = {
    name: "order",
    peopleDir,
    previousDir,
    version: 1,
    datasets: emitting.map(({ id, dir, result }) => ({ id, dir, summary: result.streams.order! })),
  };
  const result = await buildStream(input, tools(dir));
  return { dir, result, parts: partsOf(streamFiles(dir).events).length };
};

const rowsOf = async (dir: string): Promise<Row[][]> => {
  const { events, summary } = streamFiles(dir);
  const list = sql`replace (cast(s.first_times as varchar) as first_times, cast(s.value as varchar) as value)`;
  return [
    await workshop.engine.rows(sql`select * from ${relation(events)} as e order by all`),
    await workshop.engine.rows(sql`select s.* ${list} from ${relation(summary)} as s order by s.person_id`),
  ];
};

const people = 60;
const oneRow = "id,email,date,total,kind\nc0,,2020-01-01,1,a";
test.each([1, 2, 3])(
  "a stream of files that come and go is the same as one from nothing (seed %i)",
  async (seed) => {
    const random = seededRandom(seed * 7919);
    const story = new FileStory(workshop, { orders, visits, lines, cards, list });
    await story.add("orders", eventRows(random, 400, people));
    await story.add("visits", eventRows(random, 100, people));
    await story.add("lines", lineRows(random, 200, people));
    await story.add("cards", cardRow(random, people));
    const [continuing, separate] = [story.builds(true), story.builds(false)];
    let previous: { people: string; stream: string } | null = null;
    let [added, replaced] = [0, 0];
    for (let step = 0; step < 9; step++) {
      const chance = random();
      if (step > 0 && chance < 0.2)
        await story.add("lines", lineRows(random, 1 + Math.floor(random() * 9), people + step));
      else if (step > 0 && chance < 0.5)
        await story.add(
          pick(random, ["orders", "visits"]),
          eventRows(random, 1 + Math.floor(random() * 25), people + step),
        );
      else if (step > 0 && chance < 0.7) await story.add("cards", cardRow(random, people));
      else if (step > 0 && chance < 0.8) await story.remove(random, "orders", null, oneRow);
      else if (step > 0 && chance < 0.9)
        await story.remove(random, "visits", eventRows(random, 30, people), oneRow);
      else if (step > 0) await story.add("list", `id,email\n${idOf(random, people)},`);
      const datasets = await continuing();
      const fresh = await separate();
      const here = await peopleOf(datasets, previous?.people ?? null);
      const there = await peopleOf(fresh, null);
      const continued = await streamOf(datasets, here, previous?.stream ?? null);
      const whole = await streamOf(fresh, there, null);
      expect(continued.result).toEqual(whole.result);
      expect(await rowsOf(continued.dir)).toEqual(await rowsOf(whole.dir));
      for (const part of partsOf(streamFiles(continued.dir).events)) expect(existsSync(part)).toBe(true);
      added += continued.parts > 1 ? 1 : 0;
      replaced += hasReplaced(streamFiles(continued.dir).events) ? 1 : 0;
      previous = { people: here, stream: continued.dir };
    }
    expect(added).toBeGreaterThan(0);
    expect(replaced).toBeGreaterThan(0);
  },
);

test("many small files make few parts of a stream", async () => {
  const random = seededRandom(5);
  const story = new FileStory(workshop, { visits });
  const rows = eventRows(random, 600, 5).split("\n");
  await story.add("visits", rows.join("\n"));
  const continuing = story.builds(true);
  let datasets = await continuing();
  const people = await peopleOf(datasets, null);
  let continued = await streamOf(datasets, people, null);
  const parts: number[] = [];
  for (let i = 1; i <= 26; i++) {
    // Somebody of the first file, so that people stay as they are.
    const [id, email] = pick(random, rows.slice(1)).split(",");
    await story.add("visits", `${rows[0]}\n${id},${email},2020-02-01,${i},a`);
    datasets = await continuing();
    continued = await streamOf(datasets, people, continued.dir);
    parts.push(continued.parts);
  }
  expect(Math.max(...parts)).toBe(24);
  expect(parts.slice(-3)).toEqual([2, 3, 4]);
  const whole = await streamOf(datasets, people, null);
  expect(continued.result).toEqual(whole.result);
  expect(await rowsOf(continued.dir)).toEqual(await rowsOf(whole.dir));
});
