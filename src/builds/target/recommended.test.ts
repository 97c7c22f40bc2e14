import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "../../warehouse/engine.js";
import { buildFrom, type Pipeline, recommenderId, type TargetRequest, writePipeline } from "./fixtures.js";

let pipeline: Pipeline;
beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), "recommended-"));
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  pipeline = await writePipeline(engine, root, [
    { person_first_name: "Ada", probability: 0.9, recommended: ["tea", "cake", "milk"] },
    { person_first_name: "Bo", probability: 0.8, recommended: ["milk"] },
    { person_first_name: "Cy", probability: 0.7 },
  ]);
});

const payload = { recommender_ids: [recommenderId] };
const ranked = (bounds: object): TargetRequest => ({
  payload,
  filter: { recommender_rank: [{ recommender_id: recommenderId, ...bounds }] },
  human_readable: true,
});
/** The file from the first column of recommendations on. */
const recommended = async (request: TargetRequest): Promise<string[]> =>
  (await buildFrom(pipeline, request)).lines.map((line) => line.split(",").slice(5).join(","));

test("each rank is a column, and people without history get the popular items", async () => {
  const { lines } = await buildFrom(pipeline, { payload });
  const columns = lines[0]!.split(",").filter((name) => name.startsWith("fdy_recommender_4e_c0_rank_"));
  expect(columns).toHaveLength(10);
  expect(await recommended({ payload })).toEqual([
    columns.join(","),
    "tea,cake,milk,,,,,,,",
    "milk,,,,,,,,,",
    "bread,milk,,,,,,,,",
  ]);
});

test.each([
  [{ _lte: 2 }, ["next_product_rank_1,next_product_rank_2", "tea,cake", "milk,", "bread,milk"]],
  [{ _eq: 2 }, ["next_product_rank_2", "cake", "milk"]],
  [{ _gt: 1, _lt: 3, _null: true }, ["next_product_rank_2", ""]],
  [{ _gt: 10 }, [""]],
])("a filter of ranks %j leaves out other ranks, and people without any", async (bounds, lines) => {
  expect(await recommended(ranked(bounds))).toEqual(lines);
});

test("a filter by rank needs a recommender of the payload", async () => {
  await expect(recommended({ ...ranked({ _lte: 3 }), payload: {} })).rejects.toThrow(
    "Recommenders of the pipeline: none",
  );
});

test("a file of hashes has the first rank alone", async () => {
  const { lines } = await buildFrom(pipeline, { payload, representation: { mode: "hashed" } });
  expect(lines[0]!.split(",").filter((name) => name.includes("_rank_"))).toEqual([
    "fdy_recommender_4e_c0_rank_1",
  ]);
});
