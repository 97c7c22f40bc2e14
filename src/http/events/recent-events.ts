// Recent events: the newest that programs sent to this node, and those that it refused, for whoever watches them arrive. They
// are the objects of the requests themselves, kept in memory until newer ones take their place, or an hour has passed.
// Nothing counts them: what is acknowledged is in the log of the account.
//
// Each stream has its newest, so that one with many events hides none with few, and so have refusals and tests. Of more events
// than anybody can read some are kept, so that what is shown costs nothing that grows with what is sent.

import { identityFields } from "../../domain/data/dataset.js";
import {
  datetimeColumn,
  type EventFault,
  eventIdColumn,
  type SentEvent,
  valueColumn,
} from "../../domain/data/sent-event.js";
import { isObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { shortened } from "../../domain/resource/short-text.js";
import type { EventOfStream } from "./events.js";
import { type Counts, LastMinute, type MinuteSeen } from "./last-minute.js";

/** `tested`: it was sent with `dry_run`, and counts nowhere. */
export const arrivalResults = ["taken", "repeated", "refused", "tested"] as const;
export type ArrivalResult = (typeof arrivalResults)[number];

/** An event or a refusal, as it is shown. */
export interface Arrival {
  id: string;
  at: EpochMs;
  result: ArrivalResult;
  /** Absent where a refused call does not say it; empty for what is said about people. */
  stream?: string;
  /** Name of the key, or the address of whoever is signed in. */
  sentBy?: string | undefined;
  /** What identifies the person, by field. */
  identity: Record<string, string>;
  eventId?: string | undefined;
  datetime?: string | undefined;
  value?: string | undefined;
  properties: Record<string, string>;
  /** Of a refusal: the line of the body, absent for the whole request; the field; what to do. */
  line?: number;
  field?: string;
  note?: string;
}

/** A refused line: what was sent, as far as it was read. */
export interface RefusedLine extends EventFault {
  line?: number;
  stream?: string | undefined;
  sent?: unknown;
}

export interface ArrivalQuery {
  stream?: string | undefined;
  result?: ArrivalResult | undefined;
  /** Part of an identifier of the person, in any case. */
  person?: string | undefined;
  /** Identifiers of the person, whole: events that have one of them. */
  identities?: readonly string[] | undefined;
}

interface Kept {
  number: number;
  at: EpochMs;
  result: ArrivalResult;
  sentBy: string | undefined;
  stream?: string | undefined;
  event?: SentEvent;
  refusal?: { line?: number; field: string; note: string; identity: Record<string, string> };
  characters: number;
}

interface AccountArrivals {
  /** By stream; the one that had an event last is the last. */
  rings: Map<string, Ring>;
  minute: LastMinute;
  lastAt: EpochMs;
  share: Share;
}

/** Who asks, and for which account. */
export interface Sender {
  accountId: string;
  name: string | undefined;
}

/** Names that no stream has: those begin with a letter. */
const refusals = "!refused";
const tests = "!tested";

const keptMs = 3_600_000;

export class RecentEvents {
  /** The one that had an event last is the last. */
  private readonly accounts = new Map<string, AccountArrivals>();
  private number = 0;

  /** `node`: makes ids unique among nodes. */
  constructor(
    private readonly clock: () => EpochMs,
    private readonly node: string,
  ) {}

  /** Keeps the newest of events that are on the disk, and counts all of them. `counts`: by lines of the request. */
  taken(
    sender: Sender,
    events: readonly EventOfStream[],
    areNew: readonly boolean[],
    counts: Omit<Counts, "refused">,
  ): void {
    const now = this.clock();
    const account = this.accountOf(sender.accountId, now);
    const { minute } = account;
    minute.add(now, { ...counts, refused: 0 });
    if (minute.countsPeople(now))
      for (const [i, { event }] of events.entries())
        if (areNew[i]) minute.addPerson(now, identifierOf(event.row));
    for (let i = Math.max(0, events.length - limits.recentEvents.is); i < events.length; i++) {
      if (account.share.isSpent(now)) break;
      const { stream, event } = events[i]!;
      const result = areNew[i] ? "taken" : "repeated";
      this.keep(account, stream, { at: now, result, sentBy: sender.name, stream, event });
    }
  }

  refused(sender: Sender, lines: readonly RefusedLine[]): void {
    if (lines.length === 0) return;
    const now = this.clock();
    const account = this.accountOf(sender.accountId, now);
    account.minute.add(now, { taken: 0, repeated: 0, refused: lines.length });
    for (const { line, stream, field, note, sent } of lines.slice(-limits.recentEvents.is))
      this.keep(account, refusals, {
        at: now,
        result: "refused",
        sentBy: sender.name,
        stream,
        refusal: {
          ...(line !== undefined && { line }),
          field: shortened(field, shownCharacters),
          note: shortened(note, limits.noteCharacters.is),
          identity: identityIn(sent),
        },
      });
  }

  /** Events that were sent to be tried. */
  tested(sender: Sender, events: readonly EventOfStream[]): void {
    const now = this.clock();
    const account = this.accountOf(sender.accountId, now);
    for (const { stream, event } of events.slice(-limits.recentEvents.is))
      this.keep(account, tests, { at: now, result: "tested", sentBy: sender.name, stream, event });
  }

  /** The newest first. */
  arrivals(accountId: string, query: ArrivalQuery, most: number): Arrival[] {
    const { stream, result } = query;
    const isWanted = personIn(query);
    const account = this.accounts.get(accountId);
    if (!account) return [];
    const since = this.clock() - keptMs;
    const found: Kept[] = [];
    for (const ring of account.rings.values())
      for (const kept of ring.newest())
        if (
          kept.at >= since &&
          (stream === undefined || kept.stream === stream) &&
          (result === undefined || kept.result === result) &&
          (isWanted === null || isWanted(identityOf(kept)))
        )
          found.push(kept);
    found.sort((a, b) => b.number - a.number);
    return found.slice(0, most).map((kept) => this.shown(kept));
  }

  /** When the newest event of each account arrived. */
  lastArrivals(): [accountId: string, at: EpochMs][] {
    return [...this.accounts].map(([accountId, { lastAt }]) => [accountId, lastAt]);
  }

  lastMinute(accountId: string): MinuteSeen {
    const account = this.accounts.get(accountId);
    return account?.minute.seen(this.clock()) ?? { seconds: [], people: [], hasMorePeople: false };
  }

  private shown(kept: Kept): Arrival {
    const { number, at, result, sentBy, stream, event, refusal } = kept;
    const row = event?.row;
    return {
      id: `${this.node}-${number}`,
      at,
      result,
      sentBy,
      ...(stream !== undefined && { stream }),
      identity: identityOf(kept),
      eventId: row?.get(eventIdColumn),
      datetime: row?.get(datetimeColumn),
      value: row?.get(valueColumn),
      properties: row ? propertiesOf(row) : {},
      ...(refusal && { ...refusal, identity: refusal.identity }),
    };
  }

  private accountOf(accountId: string, now: EpochMs): AccountArrivals {
    const known = this.accounts.get(accountId);
    const account = known ?? {
      rings: new Map(),
      minute: new LastMinute(),
      lastAt: now,
      share: new Share(2 * limits.recentEvents.is),
    };
    account.lastAt = now;
    if (known) this.accounts.delete(accountId);
    this.accounts.set(accountId, account);
    for (const [id, { lastAt }] of this.accounts) {
      if (this.accounts.size <= limits.recentAccounts.is && lastAt > now - keptMs) break;
      this.accounts.delete(id);
    }
    return account;
  }

  private keep(
    { rings, share }: AccountArrivals,
    name: string,
    arrival: Omit<Kept, "number" | "characters">,
  ): void {
    const ring = rings.get(name) ?? new Ring();
    if (share.isSpent(arrival.at) || ring.share.isSpent(arrival.at)) return;
    share.spend();
    ring.share.spend();
    // Streams take the place of the one that has had no event for longest.
    if (rings.size >= limits.recentStreams.is && !rings.has(name)) rings.delete(rings.keys().next().value!);
    rings.delete(name);
    rings.set(name, ring);
    ring.push({ ...arrival, number: ++this.number, characters: charactersOf(arrival) });
  }
}

const shareMs = 500;

/** So many events in half a second. */
class Share {
  private until: EpochMs = 0;
  private left = 0;

  constructor(private readonly most: number) {}

  isSpent(now: EpochMs): boolean {
    if (now >= this.until || now < this.until - shareMs) {
      this.until = now + shareMs;
      this.left = this.most;
    }
    return this.left === 0;
  }

  spend(): void {
    this.left--;
  }
}

/** The newest of one stream: so many, or so many characters. */
class Ring {
  readonly share = new Share(limits.recentEvents.is);
  private kept: Kept[] = [];
  private characters = 0;

  push(arrival: Kept): void {
    this.kept.push(arrival);
    this.characters += arrival.characters;
    // Twice as many are let in before the older half goes, all at once.
    if (this.kept.length >= 2 * limits.recentEvents.is) this.keepNewest(limits.recentEvents.is);
    let most = this.kept.length;
    for (let over = this.characters; over > limits.recentEventCharacters.is && most > 1; most--)
      over -= this.kept[this.kept.length - most]!.characters;
    if (most < this.kept.length) this.keepNewest(most);
  }

  newest(): readonly Kept[] {
    return this.kept.slice(-limits.recentEvents.is);
  }

  private keepNewest(most: number): void {
    this.kept = this.kept.slice(-most);
    this.characters = this.kept.reduce((sum, { characters }) => sum + characters, 0);
  }
}

/** Events of several nodes that answer a query, the newest first. */
export const newestOf = (arrivals: readonly Arrival[], query: ArrivalQuery, most: number): Arrival[] => {
  const isWanted = personIn(query);
  return arrivals
    .filter(
      ({ stream, result, identity }) =>
        (query.stream === undefined || stream === query.stream) &&
        (query.result === undefined || result === query.result) &&
        (isWanted === null || isWanted(identity)),
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, most);
};

const charactersOf = ({ event, refusal }: Pick<Kept, "event" | "refusal">): number => {
  let sum = 0;
  if (event) for (const [column, value] of event.row) sum += column.length + value.length;
  if (refusal) {
    sum += refusal.field.length + refusal.note.length;
    for (const value of Object.values(refusal.identity)) sum += value.length;
  }
  return sum;
};

type Identity = Readonly<Record<string, string>>;

/** Whether an event is of the person of a query; null: of anybody. */
const personIn = ({ person, identities }: ArrivalQuery): ((identity: Identity) => boolean) | null => {
  if (person === undefined && identities === undefined) return null;
  const text = person?.toLowerCase() ?? "";
  const whole = identities && new Set(identities.map((each) => each.toLowerCase()));
  return (identity) => {
    const values = Object.values(identity).map((value) => value.toLowerCase());
    return (
      values.some((value) => value.includes(text)) && (!whole || values.some((value) => whole.has(value)))
    );
  };
};

const fieldsOfPeople: ReadonlySet<string> = new Set(identityFields);
const otherOwn: ReadonlySet<string> = new Set([eventIdColumn, datetimeColumn, valueColumn]);

/** Whom the last minute counts: the first field that the event has, which is the customer number or the address. */
const identifierOf = (row: ReadonlyMap<string, string>): string => {
  for (const field of identityFields) {
    const value = row.get(field);
    if (value !== undefined) return value;
  }
  return "";
};

/** A value is shown up to this length. */
const shownCharacters = 200;
const shownProperties = 20;

const identityOf = ({ event, refusal }: Kept): Record<string, string> => {
  return event ? identityOfRow(event.row) : (refusal?.identity ?? {});
};

export const identityOfRow = (row: ReadonlyMap<string, string>): Record<string, string> => {
  const identity: Record<string, string> = {};
  for (const [column, value] of row)
    if (fieldsOfPeople.has(column)) identity[column] = shortened(value, shownCharacters);
  return identity;
};

export const propertiesOf = (row: ReadonlyMap<string, string>): Record<string, string> => {
  const properties: Record<string, string> = {};
  let left = shownProperties;
  for (const [column, value] of row) {
    if (fieldsOfPeople.has(column) || otherOwn.has(column)) continue;
    if (left-- === 0) break;
    properties[shortened(column, shownCharacters)] = shortened(value, shownCharacters);
  }
  return properties;
};

/** Names of who did it in Segment's protocol. */
const segmentFields: readonly (readonly [field: string, name: string])[] = [
  ["userId", "customer_id"],
  ["anonymousId", "anonymous_id"],
];

/** Who a refused event says that did it. */
const identityIn = (sent: unknown): Record<string, string> => {
  if (!isObject(sent)) return {};
  const fields = [...identityFields.map((field) => [field, field] as const), ...segmentFields];
  const identity: Record<string, string> = {};
  for (const [field, name] of fields) {
    const value = sent[field];
    if ((typeof value === "string" && value !== "") || typeof value === "number")
      identity[name] = shortened(String(value).toWellFormed(), shownCharacters);
  }
  return identity;
};
