// Streams of a tap: the people of the account, the file of each deployment, and the list of each pipeline. Each is a CSV
// file of the service, whose header is its schema. `person_id` is a text, because numbers of so many digits are not exact
// everywhere.

import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Client } from "../client.js";
import { readCsvBlocks } from "../csv.js";

export interface TapStream {
  /** As in the catalog. */
  name: string;
  keys: readonly string[];
  /** Path of its file. */
  path: string;
  /** Its changes since a build can be had: each row says whether it was added, changed or removed. */
  changes?: string;
  /** Whether numbers are written with a point. */
  hasPlainNumbers: boolean;
}

interface Target {
  id: string;
  name: string;
  preview?: boolean;
  options?: { type?: string; track_changes?: boolean; locale?: string; format?: string };
}

/** Streams by the names of their deployments and pipelines; two of one name have their ids besides. */
export const tapStreams = async (client: Client): Promise<TapStream[]> => {
  const targets = await client.get<Target[]>("/targets");
  const scopes = await client.get<{ id: string; name: string; preview?: boolean }[]>("/scopes");
  const people: TapStream = {
    name: "people",
    keys: ["record_id", "dataset"],
    path: "/people/crosswalk.csv",
    hasPlainNumbers: true,
  };
  const files = targets
    .filter(({ options, preview }) => options?.type === "hosted_csv" && !preview)
    .map(({ id, name, options }): [string, string, Omit<TapStream, "name">] => {
      const hasPlainNumbers = options?.locale === undefined;
      // A file of changes is CSV, whatever the format of the file.
      const changes = `/targets/${id}/changes.csv`;
      return options?.track_changes
        ? [`scores_${name}`, id, { keys: ["person_id"], path: changes, changes, hasPlainNumbers }]
        : [`scores_${name}`, id, { keys: [], path: `/targets/${id}/download.csv`, hasPlainNumbers }];
    });
  const lists = scopes
    .filter(({ preview }) => !preview)
    .map(({ id, name }): [string, string, Omit<TapStream, "name">] => [
      `list_${name}`,
      id,
      { keys: ["person_id"], path: `/scopes/${id}/list.csv?form=api`, hasPlainNumbers: true },
    ]);
  const named = [...files, ...lists].map(([label, id, rest]) => ({ name: tableName(label), id, ...rest }));
  const repeated = (name: string) => named.filter((each) => each.name === name).length > 1;
  return [
    people,
    ...named.map(({ name, id, ...rest }) => ({
      ...rest,
      name: repeated(name) ? `${name}_${id.replaceAll("-", "").slice(0, 8)}` : name,
    })),
  ];
};

/** Letters, digits and underscores, as names of tables are. */
const tableName = (label: string): string =>
  label
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 60);

const numberName = /(^|_)(probability|percentile|amount|profit|chance|rank|lift)$/;

export interface Rows {
  header: string[];
  /** The build of a file of changes. */
  build: string | null;
  rows: AsyncGenerator<string[]>;
  /** Hash of the bytes that were read. */
  sha256(): string;
}

export const openRows = async (client: Client, path: string): Promise<Rows> => {
  const response = await client.send("GET", path, { headers: { accept: "text/csv" } });
  const hash = createHash("sha256");
  const bytes = response.body ? Readable.fromWeb(response.body as never) : Readable.from([]);
  const decoder = new TextDecoder();
  const blocks = async function* () {
    for await (const chunk of bytes) {
      hash.update(chunk as Buffer);
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
  };
  const rows = readCsvBlocks(blocks());
  const first = await rows.next();
  const header: string[] = first.done ? [] : first.value;
  return { header, build: response.headers.get("bellwether-build"), rows, sha256: () => hash.digest("hex") };
};

export const isNumberColumn = (name: string, { hasPlainNumbers }: TapStream): boolean =>
  hasPlainNumbers && numberName.test(name);
