// Receiver of events, by whatever protocol they come: it makes the streams that they need, takes those that it can,
// and says which it refused.

import { createHash, randomUUID } from "node:crypto";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { EventFault } from "../../domain/data/sent-event.js";
import { grouped } from "../../domain/resource/groups.js";
import { limits } from "../../domain/resource/limits.js";
import type { AppOptions } from "../options.js";
import { type EventStream, EventStreams } from "./event-streams.js";
import { type EventOfStream, Events } from "./events.js";
import { OtherNodes } from "./other-nodes.js";
import { RecentEvents, type RefusedLine, type Sender } from "./recent-events.js";

/** What a line or a call says: rows of streams, or a fault. */
export interface ReadLine {
  line: number;
  read: EventOfStream[] | EventFault;
  /** What was sent, and the stream where it is known, so that a refusal can say them. */
  sent?: unknown;
  stream?: string;
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
  readonly recent: RecentEvents;
  readonly others: OtherNodes;
  private readonly events: Events;

  constructor(options: AppOptions, log: FastifyBaseLogger) {
    this.streams = new EventStreams(options);
    this.recent = new RecentEvents(options.clock, options.events?.node ?? "node");
    this.others = new OtherNodes(options, this.recent, log);
    this.events = new Events(options, log);
  }

  async start(): Promise<void> {
    this.others.start();
    await this.events.start();
  }

  async stop(): Promise<void> {
    await this.others.stop();
    await this.events.stop();
  }

  /** Adds to the answer what became of the lines. Throws where none of them can be taken, such as on a full disk. */
  async take(request: FastifyRequest, lines: readonly ReadLine[], answer: EventsTaken): Promise<void> {
    const refused: RefusedLine[] = [];
    const good = withoutFaults(lines, refused);
    const all = good.flatMap(({ read }) => read);
    const streams = new Map(
      await Promise.all(
        [...grouped(all, ({ stream }) => stream)].map(async ([name, own]) => {
          const fields = own.map(({ event }) => event);
          return [name, await this.streams.of(request, name, fields)] as const;
        }),
      ),
    );
    const able = good.filter((line) => this.fits(line, streams, refused));
    const events = able.flatMap(({ read }) => read);
    const areNew = await this.events.take(request.account.id, events);
    // A line is new if its first row is: a device that was joined before is no repetition of a call.
    const counts = { taken: 0, repeated: 0 };
    let at = 0;
    for (const { read } of able) {
      counts[areNew[at] ? "taken" : "repeated"]++;
      at += read.length;
    }
    answer.taken += counts.taken;
    answer.repeated += counts.repeated;
    addRefusals(answer, refused);
    const sender = senderOf(request);
    if (able.length > 0) this.recent.taken(sender, events, areNew, counts);
    this.recent.refused(sender, refused);
  }

  /** Adds to the answer what `take` would, and returns the events. Nothing is counted, and no stream is made. */
  async test(
    request: FastifyRequest,
    lines: readonly ReadLine[],
    answer: EventsTaken,
  ): Promise<EventOfStream[]> {
    const { id } = request.account;
    const refused: RefusedLine[] = [];
    const good = withoutFaults(lines, refused);
    const names = new Set(good.flatMap(({ read }) => read.map(({ stream }) => stream)));
    const streams = new Map(
      await Promise.all([...names].map(async (name) => [name, await this.streams.asIs(id, name)] as const)),
    );
    const able = good.filter((line) => this.fits(line, streams, refused));
    for (const { read } of able)
      if (this.events.isKnown(id, read[0]!)) answer.repeated++;
      else answer.taken++;
    addRefusals(answer, refused);
    const events = able.flatMap(({ read }) => read);
    this.recent.tested(senderOf(request), events);
    return events;
  }

  /** Whether the streams have room for the fields of a line. */
  private fits(line: GoodLine, streams: ReadonlyMap<string, EventStream>, refused: RefusedLine[]): boolean {
    for (const { stream, event } of line.read) {
      const fault = this.streams.fault(streams.get(stream)!, event);
      if (!fault) continue;
      refused.push({ stream, ...line, ...fault });
      return false;
    }
    return true;
  }
}

type GoodLine = ReadLine & { read: EventOfStream[] };

const withoutFaults = (lines: readonly ReadLine[], refused: RefusedLine[]): GoodLine[] => {
  const good: GoodLine[] = [];
  for (const line of lines)
    if ("note" in line.read) refused.push({ ...line, ...line.read });
    else good.push(line as GoodLine);
  return good;
};

const addRefusals = (answer: EventsTaken, refused: readonly RefusedLine[]): void => {
  answer.refused += refused.length;
  for (const { line = 1, field, note } of refused)
    if (answer.refusals.length < limits.eventRefusals.is) answer.refusals.push({ line, field, note });
};

export const senderOf = ({ account, actor }: FastifyRequest): Sender => ({
  accountId: account.id,
  name: actor.name,
});

/** Equal events without an id are one, as equal rows of files are. */
export const madeId = (values: string | null): string =>
  values === null ? randomUUID() : createHash("sha256").update(values).digest("hex").slice(0, 32);
