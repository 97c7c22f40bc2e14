// Merged files of events: so many small files of one tier become a larger one of the next, so that a directory has a
// few hundred files and not tens of thousands. Only files that every dataset of the directory has read are merged, and
// the larger one keeps the arrival of the last of them: what is known of when people were first seen stays.

import { open, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { UploadTable } from "../../db/schema.js";
import { mergedIds, readsDirectory } from "../../domain/data/dataset-options.js";
import { giveTurn } from "../../domain/machine/event-loop.js";
import { limits } from "../../domain/resource/limits.js";
import { RecordScanner } from "../../files/records.js";
import { listResources } from "../../store/resources.js";
import { listUploads, mergeUploads } from "../../store/uploads.js";
import { change } from "../change.js";
import type { AppOptions } from "../options.js";
import { receiveFile } from "../uploads/receive.js";

/** Files of the last tier stay: replays go by the arrival of files, and would lose what they are about. */
const lastTier = 2;

/** 20260131T183000Z-1a2b3c4d.csv, and of a higher tier 20260131T183000Z-1a2b3c4d-m1.csv */
const ownName = /^(\d{8}T\d{6}Z-[0-9a-f]{8})(?:-m(\d))?\.csv$/;

const tierOf = (filename: string): number | null => {
  const found = ownName.exec(filename);
  return found ? Number(found[2] ?? 0) : null;
};

/** Merges the oldest files of a tier of the directory, if there are enough. */
export const mergeFiles = async (
  options: AppOptions,
  accountId: string,
  directory: string,
): Promise<void> => {
  const { db, dataDir, cache, files } = options;
  const most = options.events?.filesMerged ?? limits.eventFilesMerged.is;
  const through = await readThrough(options, accountId, directory);
  const uploads = (await listUploads(db.kysely, accountId, directory)).reverse();
  for (let tier = 0; tier < lastTier; tier++) {
    const read = uploads.filter(
      ({ filename, created_at, damaged_at }) =>
        tierOf(filename) === tier && created_at <= through && damaged_at === null,
    );
    const parts = withinBytes(read.slice(0, most));
    // A build that has read small files knows those that they were merged to after the next one: the last stays.
    if (read.length < most + tier || parts.length < Math.min(most, leastParts)) continue;
    await files.require(
      parts.map((part) => ({
        owner: { of: "upload", accountId, directory, filename: part.filename },
        path: part.path,
        expected: part,
      })),
    );
    const [, stem] = ownName.exec(parts[0]!.filename)!;
    const place = { dataDir, cache, accountId, directory, filename: `${stem}-m${tier + 1}.csv` };
    const rows = Readable.from(rowsOf(parts.map((part) => path.join(dataDir, part.path))));
    const merged = await receiveFile(rows, place, Number.POSITIVE_INFINITY, () => {});
    const row = { account_id: accountId, directory, filename: place.filename, ...merged };
    const isMerged = await change(options, accountId, (trx, now) => mergeUploads(trx, parts, row, now));
    if (!isMerged) await rm(path.join(dataDir, merged.path), { force: true });
  }
};

const leastParts = 8;

/** The first of them that are together not too large. */
const withinBytes = (parts: readonly UploadTable[]): UploadTable[] => {
  let bytes = 0;
  return parts.filter((part) => {
    bytes += part.bytes;
    return bytes <= limits.mergedEventBytes.is;
  });
};

/** The newest arrival that every dataset of the directory has read. */
const readThrough = async ({ db }: AppOptions, accountId: string, directory: string): Promise<number> => {
  const datasets = (await listResources(db.kysely, accountId, "datasets")).filter(
    ({ archivedAt }) => archivedAt === null,
  );
  const own = datasets.filter(({ config }) => readsDirectory(config.options, directory));
  const ids = new Set(own.map(({ id }) => id));
  const merges = datasets.filter(({ config }) => mergedIds(config.options).some((id) => ids.has(id)));
  return Math.min(...[...own, ...merges].map(({ result }) => result?.arrivals_through ?? 0));
};

const syntax = { delimiter: ",".charCodeAt(0), quote: '"'.charCodeAt(0) };
const readBytes = 1 << 16;

/** One table of all files: a column that a file lacks is empty in its rows. */
async function* rowsOf(files: readonly string[]): AsyncGenerator<Buffer> {
  const headers: string[][] = [];
  for (const file of files)
    for await (const [header] of recordsOf(file)) {
      headers.push(cellsOf(header!));
      break;
    }
  const columns = [...new Set(headers.flat())];
  yield Buffer.from(`${columns.join(",")}\n`);
  for (const [i, file] of files.entries()) {
    const places = headers[i]!.map((column) => columns.indexOf(column));
    const isSame = places.length === columns.length && places.every((place, at) => place === at);
    let isHeader = true;
    for await (const records of recordsOf(file)) {
      const rows = isHeader ? records.slice(1) : records;
      isHeader = false;
      const moved = isSame ? rows : rows.map((row) => movedRow(row, places, columns.length));
      if (moved.length > 0) yield Buffer.from(`${moved.join("\n")}\n`);
      await giveTurn();
    }
  }
}

const movedRow = (row: string, places: readonly number[], width: number): string => {
  const cells = Array<string>(width).fill("");
  for (const [i, cell] of cellsOf(row).entries()) cells[places[i]!] = cell;
  return cells.join(",");
};

/** Cells as they are written, with their quotes. */
const cellsOf = (row: string): string[] =>
  [...`,${row}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell]) => cell!);

/** Records of a file, some hundred at a time, without their line breaks. */
async function* recordsOf(file: string): AsyncGenerator<string[]> {
  const handle = await open(file);
  const scanner = new RecordScanner(syntax);
  try {
    for (;;) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(readBytes), 0, readBytes);
      const isLast = bytesRead === 0;
      const records = [...scanner.push(buffer.subarray(0, bytesRead), isLast)].map(({ bytes, start, end }) =>
        bytes.toString("utf8", start, end),
      );
      if (records.length > 0) yield records;
      if (isLast) return;
    }
  } finally {
    await handle.close();
  }
}
