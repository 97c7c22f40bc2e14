// Models whose files come, go and are replaced, while people are merged and listed, and their traits change:
// a build that keeps its model without reading events has what a build that reads them has.

import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildPeople } from "../../src/builds/people/step.js";
import { buildStream } from "../../src/builds/stream/step.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { type Random, seededRandom } from "../../src/model/numeric/random.js";
import { outcomeFiles } from "../../src/warehouse/relations.js";
import { historyDays, historyStart, simulatedEvents } from "../support/small-account.js";
import { openWorkshop } from "../support/workshop.js";
import { type BuiltDataset, datasetOf, FileStory, pick } from "./file-story.js";

const workshop = openWorkshop("kept-models", 500);
const now = Date.UTC(2022, 0, 1);
const tools = (dir: string, doing: string[] = []) => ({
  engine: workshop.engine,
  dir,
  now,
  seed: 1,
  progress: (_: number, text: string) => void doing.push(text),
});
const newDir = (name: string) => mkdtemp(path.join(workshop.root, `${name}-`));

const dataMap = { datetime: { column_name: "date" }, value: { column_name: "total" } };
const configs = {
  orders: datasetOf("orders", { output_to_streams: { order: { data_map: dataMap } } }),
  cards: datasetOf("cards", { output_to_traits: { city: { column_name: "city" } } }),
  list: datasetOf("list", { privacy: "suppress" }),
};

const people = 120;
const orders = (rows: readonly string[]) => ["id,email,date,total", ...rows].join("\n");
const row = (random: Random, person: number, time: number) => {
  const who = random() < 0.8 ? `c${person},` : `,m${person}@example.com`;
  const date = new Date(time * 1000).toISOString().slice(0, 19).replace("T", " ");
  return `${who},${date},${(1 + Math.floor(random() * 9000) / 100).toFixed(2)}`;
};
const card = (random: Random, isLinked: boolean) => {
  const person = Math.floor(random() * people);
  const mail = isLinked ? `m${person}@example.com` : "";
  return `id,email,city\nc${person},${mail},${pick(random, ["Wien", "Berlin", "Bern"])}`;
};

const accountOf = async (datasets: readonly BuiltDataset[], previous: AccountSnapshot | null) => {
  const [peopleDir, dir] = [await newDir("people"), await newDir("stream")];
  const found = await buildPeople(
    {
      config: {} as never,
      datasets: datasets.map(({ id, dir, result, config }) => ({ id, dir, result, privacy: config.privacy })),
      previousDir: previous?.peopleDir ?? null,
    },
    tools(peopleDir),
  );
  const emitting = datasets.filter(({ result }) => "order" in result.streams);
  const result = await buildStream(
    {
      name: "order",
      peopleDir,
      previousDir: previous?.streams[0]?.dir ?? null,
      version: 1,
      datasets: emitting.map(({ id, dir, result }) => ({ id, dir, summary: result.streams.order! })),
    },
    tools(dir),
  );
  const account: AccountSnapshot = {
    dataThrough: found.data_through!,
    peopleDir,
    people: found,
    places: [],
    streams: [{ name: "order", dir, result }],
  };
  return account;
};

const buyers = { stream_name: "order" };
const outcomeOf = async (account: AccountSnapshot, previousDir: string | null) => {
  const dir = await newDir("outcome");
  const doing: string[] = [];
  const config = { attainment_cohort_id: "a", recurring: true, horizon_days: 60 };
  const result = await buildOutcome(
    { config, attainment: buyers, eligible: buyers, attrition: null, account, previousDir },
    tools(dir, doing),
  );
  const files = outcomeFiles(dir);
  const made = [files.model, files.training, files.test];
  const hasRead = doing.some((text) => text.startsWith("Reading landmark"));
  return { dir, hasRead, result, bytes: await Promise.all(made.map((file) => readFile(file, "base64"))) };
};

/** The same build without what it could tell by. */
const withoutBasis = async (dir: string): Promise<string> => {
  const copy = await newDir("reading");
  await cp(dir, copy, { recursive: true });
  if (existsSync(outcomeFiles(copy).basis)) await rm(outcomeFiles(copy).basis);
  return copy;
};

test.each([1, 2, 3])(
  "a model that is kept without reading is the one that reading keeps or fits (seed %i)",
  async (seed) => {
    const random = seededRandom(seed * 104_729);
    const story = new FileStory(workshop, configs);
    const known = simulatedEvents(people, seed).map(({ person, time }) => ({
      person: Number(person % 1000n),
      time,
    }));
    await story.add("orders", orders(known.map(({ person, time }) => row(random, person % people, time))));
    await story.add("cards", card(random, false));
    const datasets = story.builds(true, now);
    let account = await accountOf(await datasets(), null);
    let previous = (await outcomeOf(account, null)).dir;
    const kept: boolean[] = [];
    let until = historyStart + historyDays * secondsPerDay;
    for (let step = 0; step < 9; step++) {
      const chance = random();
      const someone = () => Math.floor(random() * (people + 10));
      if (chance < 0.5) {
        const times = Array.from({ length: 5 }, () => until - Math.floor(random() * secondsPerDay * 0.4));
        await story.add("orders", orders(times.map((time) => row(random, someone(), time))));
        until += Math.floor(secondsPerDay * 0.6);
      } else if (chance < 0.6) {
        const late = historyStart + Math.floor(random() * historyDays * secondsPerDay);
        await story.add("orders", orders([row(random, someone(), late)]));
      } else if (chance < 0.8) await story.add("cards", card(random, random() < 0.5));
      else if (chance < 0.9)
        await story.remove(random, "cards", random() < 0.5 ? card(random, true) : null, card(random, false));
      else await story.add("list", `id,email\nc${someone()},`);
      account = await accountOf(await datasets(), account);
      const quick = await outcomeOf(account, previous);
      const read = await outcomeOf(account, await withoutBasis(previous));
      expect(read.hasRead).toBe(true);
      expect(quick.result).toEqual(read.result);
      expect(quick.bytes).toEqual(read.bytes);
      kept.push(!quick.hasRead);
      previous = quick.dir;
    }
    expect(new Set(kept).size).toBe(2);
  },
);

test("a model is kept without features where late events since the newest landmark change no label", async () => {
  const random = seededRandom(7);
  const story = new FileStory(workshop, { orders: configs.orders });
  const known = simulatedEvents(people, 7).map(({ person, time }) => ({
    person: Number(person) % people,
    time,
  }));
  await story.add("orders", orders(known.map(({ person, time }) => row(random, person, time))));
  const datasets = story.builds(true, now);
  let account = await accountOf(await datasets(), null);
  const first = await outcomeOf(account, null);
  const newest = first.result.landmarks.at(-1)!;
  const until = first.result.learned_through!;
  const later = known.filter(({ time }) => time > newest && time < until - 86_400);
  const buyer = later[0]!;
  const idle = known.find(({ person }) => !later.some((event) => event.person === person))!;
  const late = (person: number, time: number) => {
    const date = new Date(time * 1000).toISOString().slice(0, 19).replace("T", " ");
    return `c${person},,${date},9.50`;
  };
  let previous = first.dir;
  const hasReadAfter = async (person: number) => {
    await story.add("orders", orders([late(person, buyer.time + 60)]));
    account = await accountOf(await datasets(), account);
    const quick = await outcomeOf(account, previous);
    const read = await outcomeOf(account, await withoutBasis(previous));
    expect(quick.result).toEqual(read.result);
    expect(quick.bytes).toEqual(read.bytes);
    previous = quick.dir;
    return quick.hasRead;
  };
  expect(await hasReadAfter(buyer.person)).toBe(false);
  // Their label is another one now.
  expect(await hasReadAfter(idle.person)).toBe(true);
});
