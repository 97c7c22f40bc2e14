// Results of a small shop, kind by kind, as digests beside the version that made them: a step that makes
// another result under the same version would leave the old results of every data directory in use.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { kindOf } from "../../src/builds/kinds.js";
import type { BuiltType } from "../../src/domain/resource/resource.js";
import { listResources } from "../../src/store/resources.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { parquet, sql } from "../../src/warehouse/sql/sql.js";
import { openBuiltShop } from "../accounts/built-shop.js";
import type { BuildingApi } from "../api/building.js";

/**
 * In the order in which their results are made: those of a kind may change with those before it. A lasting hold-out is
 * not among them: chance draws its groups by its id, which differs from run to run.
 */
const kinds = [
  ["datasets", "dataset"],
  ["people", "people"],
  ["streams", "stream"],
  ["places", "place"],
  ["atlases", "atlas"],
  ["cohorts", "cohort"],
  ["outcomes", "outcome"],
  ["persona_sets", "personas"],
  ["recommenders", "recommender"],
  ["scopes", "scope"],
  ["targets", "target"],
  ["triggers", "trigger"],
] as const satisfies [BuiltType, folder: string][];

const file = path.join(import.meta.dirname, "results.txt");
const command = "npx vitest run --project real test/builds/results.test.ts --update";

interface Recorded {
  version: number;
  digest: string;
}

const parsed = (text: string): Map<string, Recorded> =>
  new Map(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/) as [string, string, string])
      .map(([kind, version, digest]) => [kind, { version: Number(version), digest }]),
  );

/** Kinds whose results changed though neither their version nor that of a kind before them was raised. */
const unraised = (before: ReadonlyMap<string, Recorded>, after: ReadonlyMap<string, Recorded>): string[] => {
  const found: string[] = [];
  for (const [kind, { version, digest }] of after) {
    const old = before.get(kind);
    if (!old || version > old.version) return found;
    if (digest !== old.digest) found.push(kind);
  }
  return found;
};

test("a changed result has a raised version", async () => {
  const after = await recordedNow();
  const folders = new Map<string, string>(kinds);
  const first = unraised(existsSync(file) ? parsed(readFileSync(file, "utf8")) : new Map(), after)[0];
  if (first !== undefined)
    expect.fail(
      `The result of ${first} changed, and old data directories would keep theirs. Raise the version in ` +
        `src/builds/${folders.get(first)}/kind.ts, then run ${command}. If the shop of the tests changed and no step did, delete ` +
        "test/builds/results.txt first.",
    );
  const text = [...after].map(([kind, { version, digest }]) => `${kind} ${version} ${digest}\n`).join("");
  await expect(text, `A version was raised. Run ${command}.`).toMatchFileSnapshot(file);
});

test("a kind may change with its version, and with those before it", () => {
  const of = (...lines: string[]) => parsed(lines.join("\n"));
  const before = of("streams 1 a", "cohorts 2 b", "outcomes 3 c");
  expect(unraised(before, before)).toEqual([]);
  expect(unraised(before, of("streams 1 a", "cohorts 3 x", "outcomes 3 y"))).toEqual([]);
  expect(unraised(before, of("streams 1 a", "cohorts 2 x", "outcomes 3 y"))).toEqual(["cohorts", "outcomes"]);
  expect(unraised(before, of("streams 1 x", "cohorts 3 x", "outcomes 3 c"))).toEqual(["streams"]);
});

const recordedNow = async (): Promise<Map<string, Recorded>> => {
  const { api, shop } = await openBuiltShop();
  const tempDir = await mkdtemp(path.join(tmpdir(), "bellwether-results-"));
  const engine = await openEngine({ memoryMb: 512, threads: 1, tempDir });
  try {
    const ofShop = await listResources(api.db.kysely, shop.accountId);
    const resources = [...ofShop, ...(await listResources(api.db.kysely, await makeAtlas(api), "atlases"))];
    const named = new Map(resources.map(({ id, type, name }) => [id, `<${type} ${name}>`]));
    const recorded = new Map<string, Recorded>();
    for (const [type] of kinds) {
      const hash = createHash("sha256");
      const own = resources.filter((each) => each.type === type);
      for (const { name, result, resultDir } of own.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const files = await contents(path.join(api.dataDir, resultDir!), engine, named);
        for (const [at, content] of [[name, lastingJson(result, named)], ...files])
          hash.update(`${at}\n${content}\n`);
      }
      recorded.set(type, { version: kindOf(type).version, digest: hash.digest("hex").slice(0, 16) });
    }
    return recorded;
  } finally {
    engine.close();
    await api.close();
    await rm(tempDir, { recursive: true });
  }
};

/** An atlas in an account of its own, since nobody of the shop has coordinates. */
const makeAtlas = async (api: BuildingApi): Promise<string> => {
  const owner = await api.signUp("Stores");
  const upload = (directory: string, text: string) =>
    owner.post(`/uploads/${directory}/a.csv`, text, { "content-type": "text/csv" });
  await upload("people", "mail,lat,lon\nann@example.com,44.48,-73.21\nbob@example.com,44.38,-73.23\n");
  await upload("stores", "id,lat,lon,size\n1,44.4759,-73.2121,12\n2,44.381,-73.231,4\n3,,,9\n");
  await owner.post("/datasets", {
    name: "People",
    identity_sets: { who: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "people" },
    output_to_traits: { latitude: { column_name: "lat" }, longitude: { column_name: "lon" } },
  });
  const { status, body } = await owner.post("/atlases", {
    name: "Stores",
    options: { type: "hosted_csv", upload_directory: "stores" },
    output_to_locations: {
      latitude: "lat",
      longitude: "lon",
      reference_key: "id",
      properties: [{ name: "size", column: "size" }],
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await api.build();
  return owner.accountId;
};

/** Names of resources in place of their ids, which differ from run to run. */
type Named = ReadonlyMap<string, string>;

/** Files of a result by their paths; rows of tables are in order of their text. */
const contents = async (dir: string, engine: Engine, named: Named): Promise<[at: string, text: string][]> => {
  const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const read = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const whole = path.join(parentPath, name);
    const at = lasting(path.relative(dir, whole), named);
    if (name.endsWith(".json")) return [at, lastingJson(JSON.parse(await readFile(whole, "utf8")), named)];
    if (!name.endsWith(".parquet")) return [at, lasting(await readFile(whole, "utf8"), named)];
    const rows = await engine.rows<{ text: string }>(
      sql`select cast(r as varchar) as text from ${parquet(whole)} as r`,
    );
    return [
      at,
      rows
        .map(({ text }) => lasting(text, named))
        .sort()
        .join("\n"),
    ];
  });
  return (await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1));
};

/** Lists whose items have ids are sorted: the order of ids differs from run to run. */
const lastingJson = (value: unknown, named: Named): string => {
  if (Array.isArray(value)) {
    const items = value.map((item) => lastingJson(item, named));
    const hasIds = items.some((item) => item.startsWith("{") && /<\w+ [^>]*>/.test(item));
    return `[${(hasIds ? items.sort() : items).join(",\n")}]`;
  }
  if (typeof value !== "object" || value === null) return lasting(JSON.stringify(value), named);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const texts = fields.map(
    ([key, field]) => `${lasting(JSON.stringify(key), named)}: ${lastingJson(field, named)}`,
  );
  return `{${texts.sort().join(",\n")}}`;
};

/** The text without ids and hashes, and with six digits of each number: machines differ in the others. */
const lasting = (text: string, named: Named): string =>
  text
    .replace(
      /[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}/g,
      (id) => named.get(id.replaceAll("_", "-")) ?? "<id>",
    )
    .replace(/\b(?=[0-9a-f]*[a-f])[0-9a-f]{16,}\b/g, "<hash>")
    .replace(/-?\d+(?:\.\d+(?:e[-+]?\d+)?|e[-+]?\d+)/g, (number) => {
      const value = Number(number);
      return Math.abs(value) < 1e-9 ? "0" : value.toPrecision(6);
    });
