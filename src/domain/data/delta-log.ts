// Log of a Delta table: a checkpoint and the commits after it say which files a version of the table has. A pure
// function of their actions, in the order of the log, which refuses what would make rows other than the table's.

import { isObject, type JsonObject } from "../resource/json.js";
import { type PartColumn, UnreadableTable } from "./table-version.js";

/** A file of a version, below the directory of the table. */
export interface TablePart {
  path: string;
  bytes: number;
  /** Values of the columns by which the table is partitioned, which the file does not have. */
  partition: Readonly<Record<string, string | null>>;
}

export interface TableState {
  parts: ReadonlyMap<string, TablePart>;
  columns: readonly PartColumn[];
  partitionColumns: readonly string[];
}

/** Features that change nothing for whoever reads the files of the log. */
const harmless = ["appendOnly", "timestampNtz", "vacuumProtocolCheck", "columnMapping", "deletionVectors"];

export class DeltaLog {
  private readonly parts = new Map<string, TablePart>();
  private readonly withDeletions = new Set<string>();
  private metadata: JsonObject | undefined;
  private protocol: JsonObject | undefined;

  /** The actions of a commit, or of a checkpoint. Throws `UnreadableTable`. */
  apply(actions: readonly JsonObject[]): void {
    for (const { remove } of actions) if (isObject(remove)) this.remove(pathOf(remove));
    for (const { add, metaData, protocol } of actions) {
      if (isObject(metaData)) this.metadata = metaData;
      if (isObject(protocol)) this.protocol = protocol;
      if (isObject(add)) this.add(add);
    }
  }

  /** Number of files of the version. */
  get size(): number {
    return this.parts.size;
  }

  /** The version after all actions. Throws `UnreadableTable`. */
  state(): TableState {
    const { metadata, protocol } = this;
    if (!metadata || !protocol)
      throw new UnreadableTable("its log does not begin with a version of the table");
    checkProtocol(protocol);
    if (this.withDeletions.size > 0)
      throw new UnreadableTable(
        `${this.withDeletions.size} of its files have deletion vectors. Purge them (REORG TABLE … APPLY (PURGE)), and turn delta.enableDeletionVectors off`,
      );
    const partitionColumns = Array.isArray(metadata.partitionColumns)
      ? metadata.partitionColumns.map(String)
      : [];
    return { parts: this.parts, columns: columnsOf(metadata), partitionColumns };
  }

  private remove(path: string): void {
    this.parts.delete(path);
    this.withDeletions.delete(path);
  }

  private add(add: JsonObject): void {
    const path = pathOf(add);
    const { size, partitionValues, deletionVector } = add;
    if (hasValue(deletionVector)) this.withDeletions.add(path);
    else this.withDeletions.delete(path);
    this.parts.set(path, { path, bytes: Number(size), partition: valuesOf(partitionValues) });
  }
}

/** A checkpoint may have a struct without values where a commit has nothing. */
const hasValue = (value: unknown): boolean =>
  isObject(value) && Object.values(value).some((each) => each !== null);

/** Paths are written as parts of an address. Those of a shallow clone lead elsewhere. */
const pathOf = ({ path }: JsonObject): string => {
  const written = String(path);
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(written) || written.split("/").includes(".."))
    throw new UnreadableTable("it has files of another table, as shallow clones do. Clone it deep");
  try {
    return decodeURIComponent(written);
  } catch {
    throw new UnreadableTable("its log names a file that is no address");
  }
};

const valuesOf = (values: unknown): Record<string, string | null> =>
  isObject(values)
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value === null || value === "" ? null : String(value),
        ]),
      )
    : {};

const checkProtocol = ({ minReaderVersion: version, readerFeatures }: JsonObject): void => {
  if (Number(version) > 3)
    throw new UnreadableTable(`it needs version ${String(version)} of Delta's protocol`);
  const features = Array.isArray(readerFeatures) ? readerFeatures.map(String) : [];
  const unknown = features.filter((feature) => !harmless.includes(feature));
  if (unknown.length > 0)
    throw new UnreadableTable(`it uses what is not supported here: ${unknown.join(", ")}. Drop the feature`);
};

/** Throws `UnreadableTable`. Columns that are mapped have another name in the files. */
const columnsOf = ({ schemaString, configuration }: JsonObject): PartColumn[] => {
  const mode = isObject(configuration) ? configuration["delta.columnMapping.mode"] : undefined;
  if (mode === "id")
    throw new UnreadableTable("its columns are mapped by id. Write it with the mode name, or none");
  const { fields } = JSON.parse(String(schemaString)) as { fields: JsonObject[] };
  return fields.map(({ name, type, metadata }) => {
    const stored =
      mode === "name" && isObject(metadata) ? metadata["delta.columnMapping.physicalName"] : name;
    return { name: String(name), stored: String(stored), type: typeof type === "string" ? type : null };
  });
};
