// Receiver of events, by whatever protocol they come: it makes the streams that they need, takes those that it can,
// and says which it refused.

import { createHash, randomUUID } from "node:crypto";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { EventFault } from "../../domain/data/sent-event.js";
import { grouped } from "../../domain/resource/groups.js";
import { limits } from "../../domain/resource/limits.js";
import type { AppOptions } from "../options.js";
import { EventStreams } from "./event-streams.js";
import { type EventOfStream, Events } from "./events.js";

/** What a line or a call says: rows of streams, or a fault. */
export interface ReadLine {
  line: number;
  read: EventOfStream[] | EventFault;
}

export interface EventsTaken {
  taken: number;
  repeated: number;
  refused: number;
  refusals: { line: number; field: string; note: string }[];
}

export const emptyAnswer = (): EventsTaken => ({ taken: 0, repeated: 0, refused: 0, refusals: [] });

export class EventReceiver {
  readonly streams: EventStreams;
  private readonly events: Events;

  constructor(options: AppOptions, log: FastifyBaseLogger) {
    this.streams = new EventStreams(options);
    this.events = new Events(options, log);
  }

  start(): Promise<void> {
    return this.events.start();
  }

  stop(): Promise<void> {
    return this.events.stop();
  }

  /** Adds to the answer what became of the lines. Throws where none of them can be taken, such as on a full disk. */
  async take(request: FastifyRequest, lines: readonly ReadLine[], answer: EventsTaken): Promise<void> {
    const good: { line: number; events: EventOfStream[] }[] = [];
    for (const { line, read } of lines)
      if ("note" in read) this.refuse(answer, line, read);
      else good.push({ line, events: read });
    const all = good.flatMap(({ events }) => events);
    const streams = new Map(
      await Promise.all(
        [...grouped(all, ({ stream }) => stream)].map(async ([name, own]) => {
          const fields = own.map(({ event }) => event);
          return [name, await this.streams.of(request, name, fields)] as const;
        }),
      ),
    );
    const able = good.filter(({ line, events }) => {
      const faults = events.map(({ stream, event }) => this.streams.fault(streams.get(stream)!, event));
      const fault = faults.find((each) => each !== null);
      if (fault) this.refuse(answer, line, fault);
      return !fault;
    });
    const areNew = await this.events.take(
      request.account.id,
      able.flatMap(({ events }) => events),
    );
    // A line is new if its first row is: a device that was joined before is no repetition of a call.
    let at = 0;
    for (const { events } of able) {
      if (areNew[at]) answer.taken++;
      else answer.repeated++;
      at += events.length;
    }
  }

  private refuse(answer: EventsTaken, line: number, { field, note }: EventFault): void {
    answer.refused++;
    if (answer.refusals.length < limits.eventRefusals.is) answer.refusals.push({ line, field, note });
  }
}

/** Equal events without an id are one, as equal rows of files are. */
export const madeId = (values: string | null): string =>
  values === null ? randomUUID() : createHash("sha256").update(values).digest("hex").slice(0, 32);
