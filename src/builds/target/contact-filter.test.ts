import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { buildFrom, type Pipeline, type TargetRequest, type TestPerson, writePipeline } from "./fixtures.js";

const person = (name: string, probability: number, contactedDaysAgo?: number[]): TestPerson => ({
  probability,
  email: `${name}@example.com`,
  ...(contactedDaysAgo && { contactedDaysAgo }),
});

let root: string;
let engine: Engine;
let pipeline: Pipeline;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "contacted-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  pipeline = await writePipeline(engine, root, [
    person("ann", 0.9, [3, 40]),
    person("bob", 0.8, [14]),
    person("cy", 0.7, [0]),
    person("dee", 0.6, [15]),
    person("eve", 0.5),
  ]);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const names = (lines: readonly string[]): string[] => lines.slice(1).map((line) => /(\w+)@/.exec(line)![1]!);
const build = async (request: TargetRequest) => {
  const { lines, result } = await buildFrom(pipeline, request);
  return { names: names(lines), contacted: result.contacted_count };
};

test("a filter leaves out who was contacted in the days before the cutoff, and counts them", async () => {
  const condition = { stream_name: "mail_sent", days: 14 };
  // A contact exactly 14 days before counts; one at the cutoff is later than anything that the scores know.
  expect(await build({ filter: { contacted: [{ ...condition, _eq: false }] }, contactDays: [14] })).toEqual({
    names: ["cy", "dee", "eve"],
    contacted: 2,
  });
  expect(await build({ filter: { contacted: [{ ...condition, _eq: true }] }, contactDays: [14] })).toEqual({
    names: ["ann", "bob"],
    contacted: 3,
  });
  expect(await build({})).toEqual({ names: ["ann", "bob", "cy", "dee", "eve"], contacted: undefined });
});

test("of a filter, contacts count for those alone who pass the rest of it", async () => {
  const filter = {
    outcome_probability: [{ outcome_id: "0f-1e", _gte: 0.85 }],
    contacted: [{ days: 14, _eq: false }],
  };
  expect(await build({ filter, contactDays: [14] })).toEqual({ names: [], contacted: 1 });
});

test("on a list on demand, whoever was contacted takes nobody's place", async () => {
  expect((await build({ list: { top: 2 }, contactDays: [14] })).names).toEqual(["cy", "dee"]);
  expect((await build({ list: { topPercent: 40 }, contactDays: [14] })).names).toEqual(["cy", "dee"]);
  expect((await build({ list: { top: 2 } })).names).toEqual(["ann", "bob"]);
});
