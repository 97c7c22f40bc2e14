import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import { plannedResult } from "../../domain/kinds/planned-result.js";
import type { ResourceType } from "../../domain/resource/resource.js";
import type { RecordedFile, RecordedResource } from "../kind/recorded.js";
import { fileOf, resource } from "./fixtures.js";
import { planBuild } from "./plan.js";

const file: RecordedFile = fileOf("orders");

const dataset = (id = "dataset", directory = "orders", stream = "transaction") =>
  resource("datasets", id, {
    identity_sets: { customer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: directory },
    output_to_streams: { [stream]: { data_map: { datetime: { column_name: "date" } } } },
    output_to_traits: {},
  });

/** Workflow A: everything that a repeat-purchase pipeline needs. */
const pipeline = (): RecordedResource[] => [
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
  people: { traits: [{ name: "plan", type: "text" }] },
  persona_sets: { personas: [{ id: "p", name: "Recent buyers" }] },
};

const buildable = (resources: RecordedResource[], files = [file], now = 0): string[] => {
  const { verdicts } = planBuild(resources, files, now);
  return resources.filter(({ id }) => verdicts.get(id)?.at === "build").map(({ id }) => id);
};

/** Builds all that is ready, until nothing is left; returns the order. */
const builtPipeline = (): RecordedResource[] => {
  const resources = pipeline();
  buildAll(resources);
  for (const resource of resources) resource.resultDir = `relations/account/${resource.id}`;
  return resources;
};

const buildAll = (resources: RecordedResource[], files = [file], now = 0): string[] => {
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

describe("planning personas", () => {
  const withPersonas = (): RecordedResource[] => {
    const resources = pipeline();
    const scope = resources.find(({ id }) => id === "scope") as RecordedResource<"scopes">;
    scope.config.payload.persona_set_ids = ["kinds"];
    return [...resources, resource("persona_sets", "kinds", { cohort_id: "customers" })];
  };

  test("a set is built after its cohort, and its names are in the files", () => {
    const resources = withPersonas();
    const order = buildAll(resources);
    expect(order.indexOf("kinds")).toBeGreaterThan(order.indexOf("customers"));
    expect(order.indexOf("target")).toBeGreaterThan(order.indexOf("kinds"));
    const set = resources.find(({ id }) => id === "kinds") as RecordedResource<"persona_sets">;
    set.config.persona_names = { p: "Our best" };
    expect(buildable(resources)).toEqual(["target"]);
  });

  test("a change in the number of personas, or in the people, builds the set again", () => {
    const resources = withPersonas();
    buildAll(resources);
    const set = resources.find(({ id }) => id === "kinds") as RecordedResource<"persona_sets">;
    set.config.number_of_clusters = 4;
    expect(buildAll(resources)).toEqual(["kinds", "target"]);
    expect(buildAll(resources, [{ ...file, sha256: "bb" }])).toContain("kinds");
  });
});

describe("planning recommenders", () => {
  const withRecommender = () => {
    const resources = pipeline();
    const scope = resources.find(({ id }) => id === "scope") as RecordedResource<"scopes">;
    scope.config.payload.recommender_ids = ["next"];
    const config = { stream_name: "transaction", stream_property_name: "category" };
    const next = resource("recommenders", "next", config);
    return { next, resources: [...resources, next] };
  };

  test("a recommender is built after its stream, and then only the files that contain it", () => {
    const { resources, next } = withRecommender();
    const order = buildAll(resources);
    expect(order.indexOf("next")).toBeGreaterThan(order.indexOf("stream"));
    expect(order.indexOf("target")).toBeGreaterThan(order.indexOf("next"));
    next.config.stream_property_name = "brand";
    expect(buildAll(resources)).toEqual(["next", "target"]);
    expect(buildAll(resources, [{ ...file, sha256: "bb" }])).toContain("next");
  });

  test("a change of its name rebuilds the files that show names", () => {
    const { resources, next } = withRecommender();
    const target = resources.find(({ id }) => id === "target") as RecordedResource<"targets">;
    buildAll(resources);
    next.name = "Next category";
    expect(buildAll(resources)).toEqual([]);
    target.config.human_readable = true;
    expect(buildAll(resources)).toEqual(["target"]);
    next.name = "What comes next";
    expect(buildAll(resources)).toEqual(["target"]);
  });

  test("while it waits for its stream, the files that contain it wait too, but the scores do not", () => {
    const { resources, next } = withRecommender();
    next.config.stream_name = "survey";
    expect(planBuild(resources, [file], 0).verdicts.get("next")).toEqual({
      at: "waiting",
      reason: "Waiting for stream survey.",
    });
    const order = buildAll(resources);
    expect(order).toContain("scope");
    expect(order).not.toContain("target");
  });
});

describe("planning traits", () => {
  test("a trait is ready with the people who have it, and is never built", () => {
    const resources = [
      ...pipeline(),
      resource("traits", "trait", {}, "plan"),
      resource("traits", "nobody", {}),
    ];
    const verdicts = () => planBuild(resources, [file], 0).verdicts;
    expect(verdicts().get("trait")).toMatchObject({ at: "waiting" });
    expect(buildAll(resources)).not.toContain("trait");
    expect(verdicts().get("trait")?.at).toBe("fresh");
    expect(verdicts().get("nobody")).toEqual({ at: "waiting", reason: "Nobody has a trait nobody yet." });
  });

  test("a change of the wording of features trains models again, and a description does not", () => {
    const trait = resource("traits", "trait", {}, "plan");
    const resources = [...pipeline(), trait];
    buildAll(resources);
    trait.config = { description: "What they pay for." };
    expect(buildAll(resources)).toEqual([]);
    trait.config = { literate: "subscription" };
    expect(buildAll(resources)[0]).toBe("again");
  });
});

describe("planning datasets that depend on others", () => {
  const merge = (...ids: string[]) =>
    resource("datasets", "merge", {
      ...dataset("merge").config,
      options: { type: "merge", merge: ids.map((dataset_id) => ({ dataset_id, join_column: "id" })) },
    });

  test("a merge waits for files of all its datasets, and is rebuilt when any of them changes", () => {
    const resources = [...pipeline(), dataset("buyers", "customers"), merge("dataset", "buyers")];
    const customers = { ...file, directory: "customers" };
    expect(planBuild(resources, [file], 0).verdicts.get("merge")).toEqual({
      at: "waiting",
      reason: "Waiting for a first file in directory customers.",
    });
    buildAll(resources, [file, customers]);
    const changed = [file, { ...customers, sha256: "bb" }];
    expect(buildable(resources, changed)).toEqual(["buyers", "merge"]);
    resources.find(({ id }) => id === "buyers")!.archivedAt = 1;
    expect(planBuild(resources, changed, 0).verdicts.get("merge")?.at).toBe("waiting");
  });

  test("when a list deletes people, all other datasets are read again", () => {
    const list = dataset("list", "list", "other");
    list.config = { ...list.config, privacy: "delete" };
    const resources = [...pipeline(), list];
    const files = [file, { ...file, directory: "list" }];
    buildAll(resources, files);
    const people = resources.find(({ id }) => id === "people")!;
    people.result = { traits: [], forgotten: "1-2-3" } as unknown as ResultOf<"people">;
    expect(buildable(resources, files)).toEqual(["dataset"]);
  });
});

describe("planning with damaged files", () => {
  const damagedUpload = { ...file, damaged_at: 1 };

  test("a dataset whose upload is damaged has an error, and what was made of it stays", () => {
    const resources = builtPipeline();
    const { verdicts } = planBuild(resources, [damagedUpload], 0);
    expect(verdicts.get("dataset")).toMatchObject({
      at: "refused",
      reason: expect.stringContaining("orders/a.csv"),
    });
    const others = resources.filter(({ id, type }) => id !== "dataset" && type !== "traits");
    expect(others.map(({ id }) => verdicts.get(id)?.at)).toEqual(others.map(() => "fresh"));
  });

  test("a damaged result is built again, and what reads it waits", () => {
    const resources = builtPipeline();
    const stream = resources.find(({ id }) => id === "stream")!;
    stream.fingerprint = null;
    stream.damagedFiles = ["events.parquet"];
    const { verdicts } = planBuild(resources, [file], 0);
    expect(verdicts.get("stream")?.at).toBe("build");
    expect(verdicts.get("people")?.at).toBe("fresh");
    expect(verdicts.get("once")).toEqual({ at: "waiting", reason: "Waiting for stream transaction." });
  });

  test("nobody is resolved without a dataset that is lost", () => {
    const resources = builtPipeline();
    const lost = resources.find(({ id }) => id === "dataset")!;
    lost.fingerprint = null;
    lost.damagedFiles = ["identities.parquet"];
    const { verdicts } = planBuild(resources, [damagedUpload], 0);
    expect(verdicts.get("people")).toMatchObject({
      at: "waiting",
      reason: expect.stringContaining("which failed"),
    });
  });

  test("people continue from what is intact of their previous build", () => {
    const resources = builtPipeline();
    const people = resources.find(({ id }) => id === "people")!;
    const previousDir = () => {
      const input = planBuild(resources, [file], 0).stepInput("people", {
        dataDir: "/data",
        privateAddresses: false,
      });
      return (input as { previousDir: string | null }).previousDir;
    };
    people.damagedFiles = ["traits.parquet"];
    expect(previousDir()).not.toBeNull();
    people.damagedFiles = ["traits.parquet", "persons.parquet"];
    expect(previousDir()).toBeNull();
  });
});

describe("planning a pipeline", () => {
  test("before the first file nothing can be built, and the dataset shows what it waits for", () => {
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

  test("a changed cohort rebuilds itself and what depends on it, and no other cohort", () => {
    const resources = pipeline();
    buildAll(resources);
    resources.find(({ id }) => id === "once")!.config = { stream_name: "transaction", max_count: 3 } as never;
    expect(buildAll(resources)).toEqual(["once", "scope", "target"]);
  });

  test("enabling a pipeline rebuilds its files alone", () => {
    const resources = pipeline();
    buildAll(resources);
    const scope = resources.find(({ id }) => id === "scope") as RecordedResource<"scopes">;
    scope.config = { ...scope.config, preview: false };
    expect(buildAll(resources)).toEqual(["target"]);
  });

  test("a stream whose datasets name several currencies is refused, and one that names none holds nothing up", () => {
    const verdictOf = (...currencies: (string | null)[]) => {
      const datasets = currencies.map((is, i) => {
        const made = dataset(`dataset-${i}`);
        const { transaction } = made.config.output_to_streams;
        if (is) transaction!.currency = { column_name: "currency", is };
        return made;
      });
      const people = resource("people", "people", {});
      const stream = resource("streams", "stream", {}, "transaction");
      return planBuild([...datasets, people, stream], [file], 0).verdicts.get("stream");
    };
    expect(verdictOf("EUR", "usd")).toMatchObject({
      at: "refused",
      reason: expect.stringContaining("never added: EUR (dataset-0), USD (dataset-1)."),
    });
    for (const currencies of [
      ["EUR", "€"],
      ["EUR", null],
      [null, null],
    ])
      expect(verdictOf(...currencies)).toMatchObject({ at: "waiting" });
  });

  test("a refused build is not tried again until something changes", () => {
    const resources = pipeline();
    const found = planBuild(resources, [file], 0).verdicts.get("dataset");
    resources[0]!.failedFingerprint = found?.at === "build" ? found.fingerprint : null;
    resources[0]!.failedError = "Column date is not in the files.";
    expect(buildable(resources)).toEqual([]);
    expect(buildable(resources, [{ ...file, sha256: "bb" }])).toEqual(["dataset"]);
  });

  test("a forced build rebuilds everything downstream once, also after a refusal", () => {
    const resources = pipeline();
    buildAll(resources);
    const again = resources.find(({ id }) => id === "again")!;
    again.forced++;
    expect(buildAll(resources)).toEqual(["again", "scope", "target"]);
    expect(buildAll(resources)).toEqual([]);
    const refused = planBuild(resources, [{ ...file, sha256: "bb" }], 0).verdicts.get("dataset");
    resources[0]!.failedFingerprint = refused?.at === "build" ? refused.fingerprint : null;
    expect(buildable(resources, [{ ...file, sha256: "bb" }])).toEqual([]);
    resources[0]!.forced++;
    expect(buildable(resources, [{ ...file, sha256: "bb" }])).toEqual(["dataset"]);
  });

  test("an archived resource is not built, and its readers show the reason why they wait", () => {
    const resources = pipeline();
    resources.find(({ id }) => id === "again")!.archivedAt = 1;
    expect(buildAll(resources)).not.toContain("again");
    expect(planBuild(resources, [file], 0).verdicts.get("scope")).toEqual({
      at: "waiting",
      reason: "Waiting for something that is archived or deleted.",
    });
  });

  test("a resource that waits for a failed one shows which and why", () => {
    const resources = pipeline();
    const found = planBuild(resources, [file], 0).verdicts.get("dataset");
    resources[0]!.failedFingerprint = found?.at === "build" ? found.fingerprint : null;
    resources[0]!.failedError = "Column date is not in the files.";
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

  test("a dataset is read again when the date of a future event arrives", () => {
    const resources = pipeline();
    buildAll(resources);
    const first = resources[0] as RecordedResource<"datasets">;
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

test("a dataset of a lake that was built again with the same content changes nothing else", () => {
  const resources = builtPipeline();
  const [orders] = resources as [RecordedResource<"datasets">];
  orders.result = plannedResult("datasets", {
    ...orders.result!,
    content: "v1",
  }) as unknown as ResultOf<"datasets">;
  buildAll(resources);
  orders.forced = 1;
  expect(buildable(resources)).toEqual(["dataset"]);
  orders.fingerprint = printOf(resources);
  expect(buildable(resources)).toEqual([]);
  orders.result = { ...orders.result, content: "v2" };
  expect(buildable(resources)).toEqual(["people"]);
});

/** The fingerprint under which the dataset would be built now. */
const printOf = (resources: RecordedResource[]): string => {
  const verdict = planBuild(resources, [file], 0).verdicts.get("dataset")!;
  return verdict.at === "build" ? verdict.fingerprint : "";
};
