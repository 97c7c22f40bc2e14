// Streams that events are sent to. The first event of a stream makes it, and the dataset of its events, before it
// is acknowledged. The fields of its events are limited, because each is a column.

import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { readsDirectory } from "../../domain/data/dataset-options.js";
import {
  columnsNamed,
  eventsDataset,
  eventsDirectory,
  eventsName,
} from "../../domain/data/events-dataset.js";
import type { EventFault, SentEvent } from "../../domain/data/sent-event.js";
import { limits } from "../../domain/resource/limits.js";
import { listResources } from "../../store/resources.js";
import { change } from "../change.js";
import type { AppOptions } from "../options.js";
import { datasetKind } from "../routes/datasets.js";
import { createResource } from "../routes/resource.js";
import { findTyped, streamNameOf } from "../routes/streams.js";
import { fieldsOf } from "./event-files.js";
import { flatRow } from "./event-log.js";

/** A stream that exists, and the columns that its events have had. */
export interface EventStream {
  name: string;
  columns: Set<string>;
}

/** A dataset that was deleted is made again by an event after this time. */
const believedMs = 30_000;
const mostBelieved = 10_000;

interface Believed {
  stream: EventStream;
  untilMs: number;
}

export class EventStreams {
  private readonly names = new Map<string, { name: Promise<string>; untilMs: number }>();
  private readonly streams = new Map<string, Believed>();
  private readonly making = new Map<string, Promise<EventStream>>();

  constructor(private readonly options: AppOptions) {}

  /** The machine name of a stream that a request names in any way. Refuses `name-invalid`. */
  nameOf(accountId: string, typed: string): Promise<string> {
    const key = `${accountId} ${typed}`;
    const known = this.names.get(key);
    if (known && performance.now() < known.untilMs) return known.name;
    if (this.names.size >= mostBelieved) this.names.clear();
    const name = findTyped(this.options.db.kysely, accountId, typed).then(
      (stream) => stream?.name ?? streamNameOf(typed),
    );
    name.catch(() => this.names.delete(key));
    this.names.set(key, { name, untilMs: performance.now() + believedMs });
    return name;
  }

  /**
   * The stream of the name; made, with a dataset that has the fields of these events, where no dataset reads its
   * events. Refuses `resources-too-many`.
   */
  async of(request: FastifyRequest, name: string, events: readonly SentEvent[]): Promise<EventStream> {
    const accountId = request.account.id;
    const key = `${accountId} ${name}`;
    const known = this.streams.get(key);
    if (known && performance.now() < known.untilMs) return known.stream;
    const making =
      this.making.get(key) ??
      this.make(request, name, events).finally(() => {
        this.making.delete(key);
      });
    this.making.set(key, making);
    const stream = await making;
    if (this.streams.size >= mostBelieved) this.streams.clear();
    this.streams.set(key, { stream, untilMs: performance.now() + believedMs });
    return stream;
  }

  /** A copy of the stream as it is; nothing is made, and what is counted in it counts nowhere. */
  async asIs(accountId: string, name: string): Promise<EventStream> {
    const known = this.streams.get(`${accountId} ${name}`)?.stream.columns;
    const columns = known ?? (await columnsRead(this.options.db.kysely, accountId, eventsDirectory(name)));
    return { name, columns: new Set(columns) };
  }

  /** Counts the fields of an event as those of its stream; the fault if there are too many. */
  fault({ columns, name }: EventStream, { row }: SentEvent): EventFault | null {
    const added: string[] = [];
    for (const column of row.keys()) if (!columns.has(column)) added.push(column);
    if (added.length === 0) return null;
    if (columns.size + added.length > limits.eventColumns.is)
      return {
        field: added[0]!,
        note: `Events of ${name} have had ${columns.size} different fields. At most ${limits.eventColumns.is} are possible: send names that you have sent before.`,
      };
    for (const column of added) columns.add(column);
    return null;
  }

  private async make(
    request: FastifyRequest,
    name: string,
    events: readonly SentEvent[],
  ): Promise<EventStream> {
    const accountId = request.account.id;
    const found = await columnsRead(this.options.db.kysely, accountId, eventsDirectory(name));
    if (found) return { name, columns: found };
    const fields = fieldsOf(events.map(({ row, lists }) => ({ row: flatRow(row), lists })));
    const config = eventsDataset(name, fields);
    const draft = { name: eventsName(name), config };
    return change(this.options, accountId, async (trx, now) => {
      const meanwhile = await columnsRead(trx, accountId, eventsDirectory(name));
      if (meanwhile) return { name, columns: meanwhile };
      await createResource(trx, request, datasetKind, draft, now);
      return { name, columns: new Set(columnsNamed(config)) };
    });
  }
}

/** Columns that the datasets of a directory have read or name; null where none reads it. */
const columnsRead = async (
  db: Kysely<Database>,
  accountId: string,
  directory: string,
): Promise<Set<string> | null> => {
  const readers = (await listResources(db, accountId, "datasets")).filter(({ config }) =>
    readsDirectory(config.options, directory),
  );
  if (readers.length === 0) return null;
  return new Set(
    readers.flatMap(({ config, result }) => [
      ...columnsNamed(config),
      ...(result?.detected_columns ?? []).map((column) => column.name),
    ]),
  );
};
