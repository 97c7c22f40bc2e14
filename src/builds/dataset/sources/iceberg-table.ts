// Iceberg table in a storage of the owner: its newest snapshot is the files that its manifests say. Metadata is listed
// before the files, because a writer stores files before the metadata that names them. A file from which rows were
// deleted counts as another file.

import { readFile, rename } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { objectEndings } from "../../../domain/data/file-format.js";
import {
  type IcebergColumn,
  type IcebergMetadata,
  type IcebergPart,
  IcebergSnapshot,
  manifestsOf,
  readIcebergMetadata,
} from "../../../domain/data/iceberg-snapshot.js";
import { UnreadableTable } from "../../../domain/data/table-version.js";
import type { FileHash } from "../../../domain/machine/stored-file.js";
import { limits } from "../../../domain/resource/limits.js";
import { refuse, retryLater } from "../../../errors/refusal.js";
import { type AvroFile, readAvro, UnreadableAvro } from "../../../files/avro.js";
import type { Engine } from "../../../warehouse/engine.js";
import { completeIcebergPart } from "../../../warehouse/ingest/iceberg-part.js";
import { allFilesAt } from "../../connection/storage/files.js";
import type { OwnedStorage, StorageFile } from "../../connection/storage/storage.js";
import { digest } from "../../kind/digest.js";

export interface IcebergTable {
  /** Id of the snapshot. */
  version: string;
  columns: readonly IcebergColumn[];
  /** The files of the snapshot, in the order in which they came. */
  files: StorageFile[];
  /** Fetches a file with the rows that the snapshot has of it. */
  fetch(file: StorageFile, to: string): Promise<Pick<FileHash, "sha256">>;
}

interface Tools {
  engine: Engine;
  /** Where metadata and delete files are put. */
  scratch: string;
}

/** Refuses `iceberg-unreadable`, `bucket-files-too-many`, and what the storage refuses. */
export const readIcebergTable = async (
  storage: OwnedStorage,
  directory: string,
  tools: Tools,
): Promise<IcebergTable> => {
  const place = directory.replace(/\/+$/, "");
  const below = place === "" ? "" : `${place}/`;
  try {
    const newest = newestOf(await allFilesAt(storage, `${below}metadata`));
    const reader = new MetadataReader(storage, tools.scratch, below);
    const metadata = await reader.metadata(newest);
    await reader.list(place);
    const parts = await partsOf(metadata, reader);
    const originals = new Map<string, StorageFile>();
    const files = [...parts.values()].map((part) => {
      const file = reader.found(part.path);
      originals.set(file.name, file);
      return withDeletes(file, part);
    });
    if (files.length === 0)
      throw refuse("bucket-empty", { place: storage.shown(place), endings: objectEndings });
    files.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1));
    const deletes = new DeleteFiles(reader);
    return {
      version: metadata.snapshotId,
      columns: metadata.columns,
      files,
      fetch: (file, to) =>
        translated(storage, place, async () => {
          const { sha256 } = await storage.download(originals.get(file.name)!, to);
          const part = parts.get(file.name.slice(below.length))!;
          return { sha256: await completed(tools.engine, { file: to, sha256 }, part, metadata, deletes) };
        }),
    };
  } catch (error) {
    throw inWords(error, storage, place);
  }
};

const translated = async <T>(storage: OwnedStorage, place: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw inWords(error, storage, place);
  }
};

const inWords = (error: unknown, storage: OwnedStorage, place: string): unknown =>
  error instanceof UnreadableTable
    ? refuse("iceberg-unreadable", { place: storage.shown(place), reason: error.message })
    : error;

const metadataName = /(?:^|\/)metadata\/(?:v(\d{1,9})|(\d{1,9})-[\w-]+)(\.gz)?\.metadata\.json(\.gz)?$/;

/** Catalogs number the metadata. Two of one number are a commit and one that another came before. */
const newestOf = (files: readonly StorageFile[]): StorageFile => {
  const numbered = files.flatMap((file) => {
    const [, hadoop, other] = metadataName.exec(file.name) ?? [];
    const number = hadoop ?? other;
    return number === undefined ? [] : [{ file, number: Number(number) }];
  });
  const last = numbered.reduce((most, { number }) => Math.max(most, number), -1);
  const newest = numbered.filter(({ number }) => number === last);
  if (newest.length === 0)
    throw new UnreadableTable("there is no metadata with the name of one, such as metadata/v3.metadata.json");
  if (newest.length > 1)
    throw new UnreadableTable(
      `${newest.length} files of its metadata have the number ${last}, and only its catalog knows which of them counts. Commit a change, or delete the other`,
    );
  return newest[0]!.file;
};

class MetadataReader {
  private files = new Map<string, StorageFile>();
  private bytes = 0;
  private number = 0;

  constructor(
    private readonly storage: OwnedStorage,
    private readonly scratch: string,
    private readonly below: string,
  ) {}

  async list(place: string): Promise<void> {
    this.files = new Map((await allFilesAt(this.storage, place)).map((file) => [file.name, file]));
  }

  found(part: string): StorageFile {
    const file = this.files.get(`${this.below}${part}`);
    // A newer snapshot may have let it go, and somebody may have expired this one.
    if (!file) throw retryLater("bucket-file-changed", { file: `${this.below}${part}` });
    return file;
  }

  async metadata(file: StorageFile): Promise<IcebergMetadata> {
    const bytes = await readFile(await this.fetched(file));
    const { is: maxOutputLength } = limits.tableMetadataBytes;
    try {
      const isPacked = /\.gz(\.|$)/.test(file.name);
      return readIcebergMetadata(
        (isPacked ? gunzipSync(bytes, { maxOutputLength }) : bytes).toString("utf8"),
      );
    } catch (error) {
      if (error instanceof UnreadableTable) throw error;
      throw new UnreadableTable("its newest metadata is damaged or too large");
    }
  }

  async manifest(part: string): Promise<AvroFile> {
    const file = await this.fetched(this.found(part));
    try {
      return readAvro(await readFile(file), {
        records: limits.bucketObjects.is,
        bytes: limits.tableMetadataBytes.is,
      });
    } catch (error) {
      if (!(error instanceof UnreadableAvro)) throw error;
      throw new UnreadableTable(`${part} ${error.message}`);
    }
  }

  /** A file of metadata on this machine. */
  private async fetched(file: StorageFile): Promise<string> {
    this.bytes += file.bytes;
    if (file.bytes > limits.tableMetadataBytes.is || this.bytes > limits.tableLogBytes.is)
      throw new UnreadableTable("its metadata is too large. Expire snapshots, and rewrite manifests");
    return this.download(file);
  }

  async download(file: StorageFile): Promise<string> {
    const to = path.join(this.scratch, `metadata-${this.number++}`);
    await this.storage.download(file, to);
    return to;
  }
}

const partsOf = async (
  metadata: IcebergMetadata,
  reader: MetadataReader,
): Promise<Map<string, IcebergPart>> => {
  if (metadata.manifestList === null) return new Map();
  const { records } = await reader.manifest(metadata.manifestList);
  const snapshot = new IcebergSnapshot(metadata);
  for (const manifest of manifestsOf(records, metadata)) {
    const { records: entries, schema } = await reader.manifest(manifest.path);
    snapshot.add(manifest, entries, schema);
    const { is: limit } = limits.bucketFiles;
    if (snapshot.size > limit) throw refuse("bucket-files-too-many", { limit, place: "the Iceberg table" });
  }
  return snapshot.parts();
};

const withDeletes = (file: StorageFile, { deletes }: IcebergPart): StorageFile =>
  deletes.length === 0 ? file : { ...file, tag: digest([file.tag, deletes.map((each) => each.path)]) };

/** Delete files that were fetched. One concerns many data files. */
class DeleteFiles {
  private readonly fetched = new Map<string, Promise<string>>();

  constructor(private readonly reader: MetadataReader) {}

  at(part: string): Promise<string> {
    const known = this.fetched.get(part) ?? this.reader.download(this.reader.found(part));
    this.fetched.set(part, known);
    return known;
  }
}

/** Leaves the rows of the snapshot at the place of the file, and gives the hash that stands for them. */
const completed = async (
  engine: Engine,
  { file, sha256 }: { file: string; sha256: string },
  { location, partition, deletes }: IcebergPart,
  { columns }: IcebergMetadata,
  fetched: DeleteFiles,
): Promise<string> => {
  const taken = await Promise.all(
    deletes.map(async ({ path: part, equalityIds }) => ({ file: await fetched.at(part), equalityIds })),
  );
  const whole = `${file}-whole`;
  const rows = { file, location, partition, deletes: taken };
  if (await completeIcebergPart(engine, rows, columns, whole)) await rename(whole, file);
  return deletes.length === 0 ? sha256 : digest([sha256, deletes.map((each) => each.path)]);
};
