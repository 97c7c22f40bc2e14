import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { buildFrom, type Pipeline, type TestPerson, writePipeline } from "./fixtures.js";

const ann: TestPerson = { probability: 0.5, email: "ann@example.com", arm: "contact", isWorthContact: true };
const bob: TestPerson = { probability: 0.4, email: "bob@example.com", arm: "held_out" };
const cy: TestPerson = { probability: null, email: "cy@example.com" };

let root: string;
let engine: Engine;
let pipeline: Pipeline;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "held-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  pipeline = await writePipeline(engine, root, [ann, bob, cy]);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const contacted = (lines: readonly string[]): string[] =>
  ["ann", "bob", "cy"].filter((name) => lines.some((line) => line.includes(`${name}@example.com`)));

test("a file has the group of each person, empty for people without a probability", async () => {
  const { lines, result } = await buildFrom(pipeline);
  expect(lines[0]).toMatch(/,fdy_holdout_arm,fdy_economics_contact,fdy_economics_profit$/);
  expect(lines.slice(1).map((line) => line.split(",").slice(-3).join())).toEqual([
    "contact,true,4.0",
    "held_out,false,3.0",
    ",false,",
  ]);
  expect(result.analysis.at(-3)!.values).toContainEqual({ value: "held_out", count: 1 });
  const { lines: readable } = await buildFrom(pipeline, { human_readable: true });
  expect(readable[0]).toMatch(/,holdout_arm,contact,expected_profit$/);
});

test("what a contact does to each person has columns of its own, where the pipeline asks for it", async () => {
  const people = [
    {
      ...ann,
      uplift: { uplift: 0.0812345678, uplift_low: 0.02, uplift_high: 0.14, uplift_segment: "persuadable" },
    },
    bob,
  ];
  const moved = await writePipeline(engine, root, people);
  const { lines } = await buildFrom(moved);
  expect(lines[0]).toMatch(
    /,fdy_holdout_arm,fdy_uplift,fdy_uplift_low,fdy_uplift_high,fdy_uplift_segment,fdy_economics_contact/,
  );
  expect(lines[1]).toContain(",contact,0.081235,0.02,0.14,persuadable,");
  expect(lines[2]).toContain(",held_out,,,,,");
});

test("a filter delivers one group", async () => {
  const of = async (_eq: "contact" | "held_out") =>
    contacted((await buildFrom(pipeline, { filter: { holdout: [{ _eq }] } })).lines);
  expect(await of("contact")).toEqual(["ann"]);
  expect(await of("held_out")).toEqual(["bob"]);
});

test("lists for people and mail programs leave out who is held out, unless they are asked for", async () => {
  const list = async (filter?: { holdout: { _eq: "held_out" }[] }) =>
    contacted(
      (
        await buildFrom(pipeline, {
          representation: { mode: "identified", aggregate: "person", transform_preset: "klaviyo" },
          ...(filter && { filter }),
        })
      ).lines,
    );
  expect(await list()).toEqual(["ann"]);
  expect(await list({ holdout: [{ _eq: "held_out" }] })).toEqual(["bob"]);
});

test("a list on demand leaves out who is held out, unless it is to have them", async () => {
  const list = async (withHeldOut: boolean) =>
    contacted((await buildFrom(pipeline, { list: { withHeldOut } })).lines);
  expect(await list(false)).toEqual(["ann"]);
  expect(await list(true)).toEqual(["ann", "bob"]);
});

test("a filter delivers whom to contact", async () => {
  const of = async (_eq: boolean) =>
    contacted((await buildFrom(pipeline, { filter: { contact: [{ _eq }] } })).lines);
  expect(await of(true)).toEqual(["ann"]);
  expect(await of(false)).toEqual(["bob", "cy"]);
});

test("areas have the share of people to contact", async () => {
  const people = Array.from(
    { length: 20 },
    (_, i): TestPerson => ({
      probability: 0.5,
      postcode: "94035",
      arm: "contact",
      isWorthContact: i < 5,
    }),
  );
  const { lines } = await buildFrom(await writePipeline(engine, root, people), {
    representation: { mode: "aggregated", aggregate: "postcode" },
  });
  expect(lines[0]).toMatch(/,fdy_economics_contact,fdy_economics_profit$/);
  expect(lines[1]).toMatch(/,0\.25,4(\.0)?$/);
});

test("lists for ad platforms leave out who is held out", async () => {
  const { lines } = await buildFrom(pipeline, {
    representation: { mode: "hashed", transform_preset: "google_ads" },
  });
  expect(lines).toHaveLength(3);
});

test("a filter by group is refused without a hold-out", async () => {
  const without = await writePipeline(engine, root, [{ probability: 0.5, email: "a@example.com" }]);
  await expect(buildFrom(without, { filter: { holdout: [{ _eq: "contact" }] } })).rejects.toThrow(
    /holds people out/,
  );
});
