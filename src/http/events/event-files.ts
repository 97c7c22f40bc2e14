// Files of events: a segment of a log becomes a CSV for each of its streams, which is recorded as an upload. Its
// name is that of the segment, so that a segment that is read again after a crash makes no second file.

import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { readsDirectory } from "../../domain/data/dataset-options.js";
import {
  columnsNamed,
  type EventFields,
  eventsDirectory,
  isEventsDataset,
  withFields,
} from "../../domain/data/events-dataset.js";
import { currencyColumn } from "../../domain/data/sent-event.js";
import { giveTurn } from "../../domain/machine/event-loop.js";
import { changedFields } from "../../domain/resource/changed-fields.js";
import { grouped } from "../../domain/resource/groups.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { csvCell } from "../../files/csv-cell.js";
import { findAccount } from "../../store/accounts.js";
import { recordAudit } from "../../store/audit.js";
import { listResources, type Resource, updateResource } from "../../store/resources.js";
import { findUpload } from "../../store/uploads.js";
import { change } from "../change.js";
import type { AppOptions } from "../options.js";
import { type ReceivedFile, receiveFile, recordUpload, type UploadDestination } from "../uploads/receive.js";
import { eventsIn, type LoggedEvent, type Segment, segmentEnding } from "./event-log.js";
import { mergeFiles } from "./merged-files.js";

export interface SegmentOfAccount {
  accountId: string;
  segment: Segment;
}

/** Directory of the logs below the data directory: events/<account>/<node>/<segment>.log */
const root = "events";

/** A node may be away for a while and still believe that it lives. */
const deadForMs = 60_000;
const lookForDeadMs = 30_000;

export class EventFiles {
  /** Columns that files of a directory have had since the start: what an owner takes out of the mapping stays out. */
  private readonly seen = new Map<string, Set<string>>();
  private lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: AppOptions,
    private readonly log: FastifyBaseLogger,
  ) {}

  dirOf(accountId: string): string {
    return path.join(this.options.dataDir, root, accountId, this.node);
  }

  /** Segments that an earlier process of this node left or, where there is one node, any process. */
  async left(): Promise<SegmentOfAccount[]> {
    const isAlone = this.options.events?.liveNodes === undefined;
    return this.segments((node) => isAlone || node === this.node);
  }

  /** Segments of nodes that are dead, now in the directory of this one. */
  async ofDeadNodes(): Promise<SegmentOfAccount[]> {
    const { liveNodes } = this.options.events ?? {};
    if (!liveNodes || performance.now() - this.lookedAtMs < lookForDeadMs) return [];
    this.lookedAtMs = performance.now();
    const live = new Set(await liveNodes());
    const found = await this.segments((node) => node !== this.node && !live.has(node));
    const taken: SegmentOfAccount[] = [];
    for (const { accountId, segment } of found) {
      const { mtimeMs } = await stat(segment.file);
      if (Date.now() - mtimeMs < deadForMs) continue;
      const dir = this.dirOf(accountId);
      await mkdir(dir, { recursive: true });
      const file = path.join(dir, path.basename(segment.file));
      // One of several nodes that try has it; whoever still writes there sees that it has gone.
      const isMine = await rename(segment.file, file).then(
        () => true,
        () => false,
      );
      if (isMine) taken.push({ accountId, segment: { ...segment, file, bytes: (await stat(file)).size } });
    }
    return taken;
  }

  /** Writes and records the files of a segment, and removes it. */
  async write(accountId: string, segment: Segment): Promise<void> {
    const isThere = segment.bytes > 0 && (await findAccount(this.options.db.kysely, accountId));
    const directories = isThere ? await this.record(accountId, segment) : [];
    await rm(segment.file, { force: true });
    for (const directory of directories) await this.merge(accountId, directory);
  }

  /** The directories that have a new file. */
  private async record(accountId: string, segment: Segment): Promise<string[]> {
    const { events, torn } = await eventsIn(await read(segment));
    if (torn > 0) this.log.warn({ account: accountId, lines: torn }, "lines of a log of events are torn");
    const written = await this.writeStreams(accountId, `${segment.name}.csv`, events);
    if (written.length > 0)
      await change(this.options, accountId, async (trx, now) => {
        for (const file of written) await record(trx, file, this.seenIn(file.place), now);
      });
    for (const { place, fields } of written)
      for (const column of fields.columns) this.seenIn(place).add(column);
    return written.map(({ place }) => place.directory);
  }

  private async writeStreams(
    accountId: string,
    filename: string,
    events: readonly LoggedEvent[],
  ): Promise<WrittenFile[]> {
    const { db, dataDir, cache } = this.options;
    const written: WrittenFile[] = [];
    for (const [stream, own] of grouped(events, ({ stream }) => stream)) {
      const place = { dataDir, cache, accountId, directory: eventsDirectory(stream), filename };
      if (await findUpload(db.kysely, accountId, place.directory, filename)) continue;
      const fields = fieldsOf(own);
      const dataset = await datasetOf(db.kysely, accountId, place.directory);
      const columns = [...new Set([...(dataset ? columnsNamed(dataset.config) : []), ...fields.columns])];
      const csv = Readable.from(csvOf(columns, own));
      const file = await receiveFile(csv, place, Number.POSITIVE_INFINITY, () => {});
      written.push({ stream, fields, place, file });
    }
    return written;
  }

  /** Files that cannot be merged now are merged after the next one. */
  private async merge(accountId: string, directory: string): Promise<void> {
    await mergeFiles(this.options, accountId, directory).catch((error) =>
      this.log.warn({ err: error, account: accountId }, "files of events could not be merged yet"),
    );
  }

  private seenIn({ accountId, directory }: UploadDestination): Set<string> {
    const key = `${accountId} ${directory}`;
    const seen = this.seen.get(key) ?? new Set();
    this.seen.set(key, seen);
    return seen;
  }

  private get node(): string {
    return this.options.events?.node ?? "node";
  }

  /** In the order of their names, which is that of their beginnings. */
  private async segments(isOf: (node: string) => boolean): Promise<SegmentOfAccount[]> {
    const base = path.join(this.options.dataDir, root);
    const found: SegmentOfAccount[] = [];
    for (const accountId of await namesIn(base))
      for (const node of (await namesIn(path.join(base, accountId))).filter(isOf))
        for (const name of await namesIn(path.join(base, accountId, node))) {
          if (!name.endsWith(segmentEnding)) continue;
          const file = path.join(base, accountId, node, name);
          const { size } = await stat(file);
          found.push({
            accountId,
            segment: { name: name.slice(0, -segmentEnding.length), file, bytes: size, openedAtMs: 0 },
          });
        }
    return found;
  }
}

interface WrittenFile {
  stream: string;
  fields: EventFields;
  place: UploadDestination;
  file: ReceivedFile;
}

const namesIn = async (dir: string): Promise<string[]> => (await readdir(dir).catch(() => [])).sort();

/** Text of a segment. Bytes beyond its own are those of a failed write. */
const read = async ({ file, bytes }: Segment): Promise<string> =>
  (await readFile(file)).toString("utf8", 0, bytes);

/** The fields of events, in the order in which they come. */
export const fieldsOf = (events: readonly Pick<LoggedEvent, "row" | "lists">[]): EventFields => {
  const columns = new Set<string>();
  const lists = new Set<string>();
  let currency: string | undefined;
  for (const { row, lists: own = [] } of events) {
    for (let i = 0; i < row.length; i += 2) {
      const column = row[i]!;
      columns.add(column);
      if (column === currencyColumn) currency ??= row[i + 1];
    }
    for (const column of own) lists.add(column);
  }
  return { columns: [...columns], lists, currency };
};

async function* csvOf(columns: readonly string[], events: readonly LoggedEvent[]): AsyncGenerator<Buffer> {
  const places = new Map(columns.map((column, i) => [column, i]));
  let text = `${columns.map(csvCell).join(",")}\n`;
  for (const { row } of events) {
    const cells = Array<string>(columns.length).fill("");
    for (let i = 0; i < row.length; i += 2) cells[places.get(row[i]!)!] = csvCell(row[i + 1]!);
    text += `${cells.join(",")}\n`;
    if (text.length < chunkCharacters) continue;
    yield Buffer.from(text);
    text = "";
    await giveTurn();
  }
  if (text !== "") yield Buffer.from(text);
}

const chunkCharacters = 1 << 16;

/** The dataset that the service has made for the directory, unless its owner has made another of it. */
export const datasetOf = async (
  db: Kysely<Database>,
  accountId: string,
  directory: string,
): Promise<Resource<"datasets"> | undefined> =>
  (await listResources(db, accountId, "datasets")).find(
    ({ config }) => readsDirectory(config.options, directory) && isEventsDataset(config),
  );

/** Records the upload, and maps fields that no file had before. */
const record = async (
  trx: Kysely<Database>,
  { stream, fields, place, file }: WrittenFile,
  seen: ReadonlySet<string>,
  now: EpochMs,
): Promise<void> => {
  await recordUpload(trx, place, file, now);
  const dataset = await datasetOf(trx, place.accountId, place.directory);
  if (!dataset || dataset.archivedAt !== null) return;
  const { name, config, result } = dataset;
  const known = new Set([
    ...seen,
    ...columnsNamed(config),
    ...(result?.detected_columns ?? []).map((column) => column.name),
  ]);
  const columns = fields.columns.filter((column) => !known.has(column));
  if (columns.length === 0) return;
  const mapped = withFields(config, stream, { ...fields, columns });
  const changes = changedFields(config, mapped);
  if (changes.length === 0) return;
  await updateResource(trx, dataset, { name, config: mapped, upstreamIds: [] }, now);
  const subject = { type: "datasets", id: dataset.id, name };
  const actor = { type: "service" } as const;
  await recordAudit(trx, { accountId: place.accountId, actor, action: "update", subject, changes }, now);
};
