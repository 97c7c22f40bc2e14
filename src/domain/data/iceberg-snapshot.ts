// Snapshot of an Iceberg table: its metadata names a list of manifests, and these name data files and delete files. A
// pure function of what they say, which refuses what would make rows other than the table's.
// Format: Iceberg table spec, versions 1 and 2.

import { isObject, type JsonObject } from "../resource/json.js";
import { UnreadableTable } from "./table-version.js";

export interface IcebergColumn {
  /** Stays when the column is renamed. */
  id: number;
  name: string;
  /** Such as `long` or `decimal(10, 2)`; null for one with parts. */
  type: string | null;
  /** Names that it may have in files without ids. */
  otherNames: readonly string[];
}

interface IcebergPartition {
  /** Position of each field among the parts of the partition, by the field's id. */
  fields: readonly { id: number; source: number; isIdentity: boolean }[];
}

/** The newest metadata, as a program of the lake wrote it. */
export interface IcebergMetadata {
  snapshotId: string;
  /** Below the directory of the table. Null where the table has no rows yet. */
  manifestList: string | null;
  columns: readonly IcebergColumn[];
  /** Way of any file of the table to its place below the directory. Throws `UnreadableTable`. */
  below(location: unknown): string;
  partitions: ReadonlyMap<number, IcebergPartition>;
}

/** Throws `UnreadableTable`. */
export const readIcebergMetadata = (text: string): IcebergMetadata => {
  const metadata = parsed(text);
  const version = Number(metadata["format-version"]);
  if (version !== 1 && version !== 2)
    throw new UnreadableTable(
      `it has version ${version} of Iceberg's format. Write it with format-version 2`,
    );
  const below = placeBelow(metadata.location);
  const id = metadata["current-snapshot-id"];
  const snapshot = objects(metadata.snapshots).find((each) => same(each["snapshot-id"], id));
  const list = snapshot?.["manifest-list"];
  if (snapshot && typeof list !== "string")
    throw new UnreadableTable(
      "its snapshot has no list of manifests. Write the table once with a newer program",
    );
  return {
    snapshotId: String(id ?? -1),
    manifestList: snapshot ? below(list) : null,
    columns: columnsOf(metadata),
    below,
    partitions: partitionsOf(metadata),
  };
};

/** Ids of snapshots have more digits than a number holds, so that they are read as texts. */
const parsed = (text: string): JsonObject => {
  const exact = text.replace(/"(?:[^"\\]+|\\.)*"?|-?\d[\d.eE+-]*/g, (token) =>
    /^-?\d{16,}$/.test(token) ? `"${token}"` : token,
  );
  try {
    const value: unknown = JSON.parse(exact);
    if (isObject(value)) return value;
  } catch {}
  throw new UnreadableTable("its newest metadata is no JSON");
};

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const same = (a: unknown, b: unknown): boolean => b !== undefined && b !== null && String(a) === String(b);

/** A table that was moved still names the place where it was written. */
const placeBelow = (location: unknown) => {
  const plain = (written: unknown) =>
    String(written)
      .replace(/^[a-z][a-z0-9+.-]*:/i, "")
      .replace(/^\/+/, "");
  const root = `${plain(location).replace(/\/+$/, "")}/`;
  return (written: unknown): string => {
    const place = plain(written);
    const below = place.startsWith(root) ? place.slice(root.length) : "..";
    if (below.split("/").includes(".."))
      throw new UnreadableTable(
        `it has files outside of its directory, such as ${String(written).slice(0, 200)}. Rewrite them below it`,
      );
    return below;
  };
};

const columnsOf = (metadata: JsonObject): IcebergColumn[] => {
  const current = metadata["current-schema-id"];
  const schema =
    objects(metadata.schemas).find((each) => same(each["schema-id"], current)) ?? metadata.schema;
  const mapped = namesOf(metadata.properties);
  return objects(isObject(schema) ? schema.fields : []).map(({ id, name, type }) => ({
    id: Number(id),
    name: String(name),
    type: typeof type === "string" ? type : null,
    otherNames: mapped.get(Number(id)) ?? [],
  }));
};

/** The table's own mapping of names to ids, for files that other programs wrote before they came to the table. */
const namesOf = (properties: unknown): Map<number, string[]> => {
  const written = isObject(properties) ? properties["schema.name-mapping.default"] : undefined;
  if (typeof written !== "string") return new Map();
  try {
    return new Map(
      objects(JSON.parse(written)).map((each) => [
        Number(each["field-id"]),
        Array.isArray(each.names) ? each.names.map(String) : [],
      ]),
    );
  } catch {
    throw new UnreadableTable("its property schema.name-mapping.default is no JSON");
  }
};

const partitionsOf = (metadata: JsonObject): Map<number, IcebergPartition> => {
  const written = objects(metadata["partition-specs"]);
  const specs = written.length > 0 ? written : [{ "spec-id": 0, fields: metadata["partition-spec"] }];
  return new Map(
    specs.map((spec) => [
      Number(spec["spec-id"]),
      {
        fields: objects(spec.fields).map((field, i) => ({
          id: Number(field["field-id"] ?? 1000 + i),
          source: Number(field["source-id"]),
          isIdentity: field.transform === "identity",
        })),
      },
    ]),
  );
};

export interface IcebergManifest {
  /** Below the directory of the table. */
  path: string;
  specId: number;
  sequence: number;
}

/** Entries of the list of manifests. Throws `UnreadableTable`. */
export const manifestsOf = (entries: readonly JsonObject[], { below }: IcebergMetadata): IcebergManifest[] =>
  entries.map((entry) => ({
    path: below(entry.manifest_path),
    specId: Number(entry.partition_spec_id),
    sequence: Number(entry.sequence_number ?? 0),
  }));

/** A file that takes rows from data files. */
export interface IcebergDeletes {
  path: string;
  /** Columns whose equal values go; none: the positions of rows. */
  equalityIds: readonly number[];
}

/** A data file. */
export interface IcebergPart {
  path: string;
  /** As the table names it, and so delete files do. */
  location: string;
  /** Values by the id of their column. */
  partition: ReadonlyMap<number, unknown>;
  deletes: readonly IcebergDeletes[];
}

interface Entry {
  path: string;
  location: string;
  specId: number;
  sequence: number;
  /** Values of all fields of the partition as one text; empty: there are none. */
  place: string;
  partition: ReadonlyMap<number, unknown>;
}

export class IcebergSnapshot {
  private readonly data = new Map<string, Entry>();
  private readonly deletes: (Entry & IcebergDeletes & { onlyOf: string | null })[] = [];

  constructor(private readonly metadata: IcebergMetadata) {}

  get size(): number {
    return this.data.size + this.deletes.length;
  }

  /** The entries of a manifest, and its schema. Throws `UnreadableTable`. */
  add(manifest: IcebergManifest, entries: readonly JsonObject[], schema: unknown): void {
    const fieldIds = partitionFieldIds(schema);
    for (const { status, sequence_number, data_file: file } of entries) {
      if (status === removed || !isObject(file)) continue;
      const { path, location } = this.placeOf(file);
      const values = isObject(file.partition) ? file.partition : {};
      const { specId } = manifest;
      const sequence = Number(sequence_number ?? manifest.sequence);
      const partition = this.partitionOf(specId, values, fieldIds);
      const place = Object.keys(values).length === 0 ? "" : JSON.stringify(values);
      const entry = { path, location, specId, sequence, place, partition };
      if (Number(file.content ?? 0) === 0) this.data.set(path, entry);
      else this.deletes.push({ ...entry, ...deletesOf(file) });
    }
  }

  /** The data files, each with the delete files that concern it. */
  parts(): Map<string, IcebergPart> {
    return new Map(
      [...this.data].map(([path, entry]) => [path, { ...entry, deletes: this.deletesFor(entry) }]),
    );
  }

  private placeOf(file: JsonObject): { path: string; location: string } {
    const format = String(file.file_format).toUpperCase();
    if (format !== "PARQUET")
      throw new UnreadableTable(
        format === "PUFFIN"
          ? "it has deletion vectors. Write it with format-version 2"
          : `it has files in the format ${format.slice(0, 20)}. Rewrite its data files as Parquet`,
      );
    if (file.key_metadata !== null && file.key_metadata !== undefined)
      throw new UnreadableTable("its files are encrypted. Write it without encryption");
    return { path: this.metadata.below(file.file_path), location: String(file.file_path) };
  }

  private partitionOf(specId: number, values: JsonObject, fieldIds: readonly number[]): Map<number, unknown> {
    const all = Object.values(values);
    const found = new Map<number, unknown>();
    for (const { id, source, isIdentity } of this.metadata.partitions.get(specId)?.fields ?? [])
      if (isIdentity && fieldIds.includes(id)) found.set(source, all[fieldIds.indexOf(id)] ?? null);
    return found;
  }

  /** A delete file concerns what was there before it; one of positions also what came with it. */
  private deletesFor(data: Entry): IcebergDeletes[] {
    return this.deletes
      .filter(({ equalityIds, onlyOf, sequence, specId, place }) => {
        const ofPositions = equalityIds.length === 0;
        if (ofPositions ? sequence < data.sequence : sequence <= data.sequence) return false;
        if (onlyOf !== null && onlyOf !== data.location) return false;
        const isGlobal = !ofPositions && place === "";
        return isGlobal || (specId === data.specId && place === data.place);
      })
      .map(({ path, equalityIds }) => ({ path, equalityIds }));
  }
}

/** Status of a file that a snapshot took away. */
const removed = 2;

const deletesOf = ({ content, equality_ids, referenced_data_file }: JsonObject) => {
  const equalityIds = Array.isArray(equality_ids) ? equality_ids.map(Number) : [];
  if (content === 2 && equalityIds.length === 0)
    throw new UnreadableTable("it has a delete file by equality that names no columns. Compact the table");
  return {
    equalityIds: content === 2 ? equalityIds : [],
    onlyOf: typeof referenced_data_file === "string" ? referenced_data_file : null,
  };
};

const partitionFieldIds = (schema: unknown): number[] => {
  const typeOf = (type: unknown, name: string): unknown =>
    objects(recordOf(type).fields).find((field) => field.name === name)?.type;
  const partition = recordOf(typeOf(typeOf(schema, "data_file"), "partition"));
  return objects(partition.fields).map((field) => Number(field["field-id"]));
};

/** The record of a type that may also be missing. */
const recordOf = (type: unknown): JsonObject => {
  const found = Array.isArray(type) ? type.find(isObject) : type;
  return isObject(found) ? found : {};
};
