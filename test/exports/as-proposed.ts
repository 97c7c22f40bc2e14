// Datasets built as they are proposed, without an answer to any question: from a file to its streams, and on
// to a delivered list.

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import { type Caller, testLimits } from "../api/harness.js";
import { publicFile } from "../support/public-data.js";

/** Rows of a later day would be in the future. */
const dayOfExport = Date.UTC(2026, 6, 2);

export const startOnDayOfExport = async (): Promise<BuildingApi> => {
  const api = await startBuildingApi({ limits: { ...testLimits, uploadBytes: 100_000_000 } });
  api.tick(dayOfExport - api.now());
  return api;
};

const fields = [
  ...["identity_sets", "output_to_streams", "output_to_traits", "upsert_columns", "reference_key_columns"],
  "options",
];

/** The proposal for a file of the public data, and the dataset that is built from it as it is. */
export const buildAsProposed = async (
  api: BuildingApi,
  caller: Caller,
  file: string,
  { directory = "data", body = readFileSync(publicFile(file)) } = {},
) => {
  const name = file.split("/").at(-1)!;
  const sent = await caller.post(`/uploads/${directory}/${name}`, body, {
    "content-type": "text/csv",
  });
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
  const options = { type: "hosted_csv", upload_directory: directory };
  const made = await caller.post("/datasets", {
    name: directory,
    identity_sets: {},
    output_to_streams: {},
    options,
    preview: true,
  });
  await api.build();
  const { proposal } = (await caller.get(`/datasets/${made.body.id}`)).body;
  const patch = Object.fromEntries(
    fields.flatMap((field) => (proposal[field] ? [[field, proposal[field]]] : [])),
  );
  const patched = await caller.patch(`/datasets/${made.body.id}`, { ...patch, preview: false });
  expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  await api.build();
  return { proposal, dataset: (await caller.get(`/datasets/${made.body.id}`)).body };
};

export type ListRow = Record<string, string>;

/** The prediction that a suggestion makes, with its outcome and a reader of its list. */
export const predict = async (api: BuildingApi, caller: Caller, suggestion: string) => {
  const { status, body: created } = await caller.post("/suggestions", { suggestions: [{ id: suggestion }] });
  expect(status, JSON.stringify(created)).toBeLessThan(300);
  await api.build();
  const [{ outcome_id, scope_id }] = created;
  const outcome = (await caller.get(`/outcomes/${outcome_id}`)).body;
  const listOf = async (query = ""): Promise<ListRow[]> => {
    const { status, body } = await caller.get(`/scopes/${scope_id}/list.csv${query}`);
    expect(status, String(body)).toBe(200);
    return rowsOf(String(body).replace(/^\ufeff/, ""));
  };
  return { outcome, scopeId: String(scope_id), listOf };
};

/** Rows of a text with commas, whose values may be quoted. */
const rowsOf = (text: string): ListRow[] => {
  const [header, ...rows] = text.trimEnd().split(/\r?\n/).map(valuesOf);
  return rows.map((row) => Object.fromEntries(header!.map((name, i) => [name, row[i] ?? ""])));
};

const valuesOf = (line: string): string[] =>
  Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? "").replace(/^="(.*)"$/, "$1").replace(/^'/, ""),
  );
