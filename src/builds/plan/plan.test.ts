import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConfigOf, ResultOf } from "../../domain/kinds.js";
import type { ResourceType } from "../../domain/resource.js";
import { type PlannedFile, type PlannedResource, planBuild } from "./plan.js";

const file: PlannedFile = { directory: "orders", filename: "a.csv", sha256: "aa", created_at: 1 };

const resource = <T extends ResourceType>(type: T, id: string, config: ConfigOf<T>, name = id) =>
  ({
    id,
    type,
    name,
    config,
    status: "new",
    statusError: null,
    result: null,
    fingerprint: null,
    failedFingerprint: null,
    archivedAt: null,
  }) as unknown as PlannedResource<T>;

const dataset = (id = "dataset", directory = "orders", stream = "transaction") =>
  resource("datasets", id, {
    identity_sets: { customer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: directory },
    output_to_streams: { [stream]: { data_map: { datetime: { column_name: "date" } } } },
    output_to_traits: {},
  });

/** Workflow A in short: everything that a repeat-purchase pipeline needs. */
const pipeline = (): PlannedResource[] => [
  dataset(),
  resource("people", "people", {}),
  resource("streams", "stream", {}, "transaction"),
  resource("cohorts", "once", { stream_name: "transaction", max_count: 1 }),
  resource("cohorts", "twice", { stream_name: "transaction", min_count: 2 }),
  resource("cohorts", "customers", { stream_name: "transaction" }),
  resource("outcomes", "again", { attainment_cohort_id: "twice", eligible_cohort_id: "customers" }),
  resource("scopes", "scope", {
    population: { cohort_ids: ["once"] },
    payload: { outcome_ids: ["again"] },
    preview: true,
  }),
  resource("targets", "target", {
    scope_id: "scope",
    representation: { mode: "identified", aggregate: "person" },
    options: { type: "hosted_csv" },
  }),
];

const results: { [T in ResourceType]?: unknown } = {
  datasets: { next_due: null, streams: { transaction: {} } } as unknown as ResultOf<"datasets">,
};

const buildable = (resources: PlannedResource[], files = [file], now = 0): string[] => {
  const { verdicts } = planBuild(resources, files, now);
  return resources.filter(({ id }) => verdicts.get(id)?.at === "build").map(({ id }) => id);
};

/** Builds whatever can be built, as a builder would, until nothing can; returns the order. */
const buildAll = (resources: PlannedResource[], files = [file], now = 0): string[] => {
  const built: string[] = [];
  for (;;) {
    const [next] = buildable(resources, files, now);
    if (next === undefined) return built;
    const found = resources.find(({ id }) => id === next)!;
    const verdict = planBuild(resources, files, now).verdicts.get(next)!;
    found.fingerprint = verdict.at === "build" ? verdict.fingerprint : null;
    found.result = (results[found.type] ?? {}) as never;
    built.push(next);
  }
};

describe("planning a pipeline", () => {
  test("before the first file nothing can be built, and the dataset says what it waits for", () => {
    const resources = pipeline();
    expect(buildable(resources, [])).toEqual([]);
    expect(planBuild(resources, [], 0).verdicts.get("dataset")).toEqual({
      at: "waiting",
      reason: "Waiting for a first file in directory orders.",
    });
  });

  test("with a file, everything is built once, inputs before what reads them", () => {
    const resources = pipeline();
    const order = buildAll(resources);
    expect([...order].sort()).toEqual(resources.map(({ id }) => id).sort());
    expect(order.slice(0, 3)).toEqual(["dataset", "people", "stream"]);
    expect(order.slice(-3)).toEqual(["again", "scope", "target"]);
  });

  test("a new file makes everything that depends on it stale", () => {
    const resources = pipeline();
    buildAll(resources);
    const order = buildAll(resources, [file, { ...file, filename: "b.csv" }]);
    expect(order).toHaveLength(resources.length);
  });

  test("a file in a directory that nobody reads changes nothing", () => {
    const resources = pipeline();
    buildAll(resources);
    expect(buildAll(resources, [file, { ...file, directory: "elsewhere" }])).toEqual([]);
  });

  test("a changed cohort rebuilds itself and what is made of it, not its neighbours", () => {
    const resources = pipeline();
    buildAll(resources);
    resources.find(({ id }) => id === "once")!.config = { stream_name: "transaction", max_count: 3 } as never;
    expect(buildAll(resources)).toEqual(["once", "scope", "target"]);
  });

  test("enabling a pipeline rebuilds its files alone", () => {
    const resources = pipeline();
    buildAll(resources);
    const scope = resources.find(({ id }) => id === "scope") as PlannedResource<"scopes">;
    scope.config = { ...scope.config, preview: false };
    expect(buildAll(resources)).toEqual(["target"]);
  });

  test("what was refused is not tried again until something changes", () => {
    const resources = pipeline();
    const found = planBuild(resources, [file], 0).verdicts.get("dataset");
    resources[0]!.failedFingerprint = found?.at === "build" ? found.fingerprint : null;
    resources[0]!.statusError = "Column date is not in the files.";
    expect(buildable(resources)).toEqual([]);
    expect(buildable(resources, [{ ...file, sha256: "bb" }])).toEqual(["dataset"]);
  });

  test("what waits for a failure says which and why", () => {
    const resources = pipeline();
    const found = planBuild(resources, [file], 0).verdicts.get("dataset");
    resources[0]!.failedFingerprint = found?.at === "build" ? found.fingerprint : null;
    resources[0]!.statusError = "Column date is not in the files.";
    expect(planBuild(resources, [file], 0).verdicts.get("target")).toEqual({
      at: "waiting",
      reason: "Waiting for dataset dataset, which failed: Column date is not in the files.",
    });
  });

  test("a dataset without files does not hold up an outcome of other streams", () => {
    const resources = [
      ...pipeline(),
      dataset("later", "nothing", "survey"),
      resource("streams", "s2", {}, "survey"),
    ];
    expect(buildAll(resources)).toContain("target");
  });

  test("a dataset is read again when an event that was in the future has come", () => {
    const resources = pipeline();
    buildAll(resources);
    const first = resources[0] as PlannedResource<"datasets">;
    first.result = { ...first.result!, next_due: 100 };
    expect(buildable(resources, [file], 99_999)).toEqual([]);
    expect(buildable(resources, [file], 100_000)).toEqual(["dataset"]);
    const verdict = planBuild(resources, [file], 100_000).verdicts.get("dataset")!;
    first.fingerprint = verdict.at === "build" ? verdict.fingerprint : null;
    first.result = { ...first.result, next_due: null, due_through: 100 };
    expect(planBuild(resources, [file], 100_000).verdicts.get("dataset")!.at).toBe("fresh");
  });

  test("the order in which resources and files are listed does not matter", () => {
    const files = [file, { ...file, filename: "b.csv" }];
    const reference = [...planBuild(pipeline(), files, 0).verdicts].sort();
    fc.assert(
      fc.property(
        fc.shuffledSubarray(pipeline(), { minLength: 9 }),
        fc.shuffledSubarray(files, { minLength: 2 }),
        (r, f) => {
          expect([...planBuild(r, f, 0).verdicts].sort()).toEqual(reference);
        },
      ),
      { numRuns: 50 },
    );
  });
});
