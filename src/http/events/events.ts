// Events that programs send. An event is acknowledged once it is in the log of its account, on the disk. Every few
// seconds, or megabytes, the log becomes files of upload directories, one for each stream, which are read like
// any other upload.
//
//   sent ──▶ in the log, acknowledged ──▶ in a file, recorded as an upload ──▶ built
//     └──▶ repeated: an event with its id was acknowledged before
//
// Ids of the last events are in memory, so that a repetition is named. An older one, or one at another node, is
// left out by the build, which takes the first row of an id; so is a file that was written twice because the
// process was killed between recording it and forgetting the log.

import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { SentEvent } from "../../domain/data/sent-event.js";
import { startRounds } from "../../domain/machine/rounds.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import { storedFiles } from "../../store/account-size.js";
import type { AppOptions } from "../options.js";
import { EventFiles } from "./event-files.js";
import { EventLog, flatRow, type LoggedEvent, lineOf, type Segment } from "./event-log.js";
import { KnownIds } from "./known-ids.js";

export interface EventOfStream {
  stream: string;
  event: SentEvent;
}

const roundMs = 250;

/** How old the known size of an account may be. */
const sizeKnownMs = 5_000;

interface AccountEvents {
  log: EventLog;
  /** Segments that have ended and are in no file yet. */
  waiting: Segment[];
  isWriting: boolean;
  /** What the account has stored, and until when that is believed. */
  stored: { bytes: number; files: number; untilMs: number };
}

export class Events {
  private readonly accounts = new Map<string, AccountEvents>();
  private readonly known = new KnownIds(limits.knownEventIds.is);
  private readonly files: EventFiles;
  private stopRounds: (() => Promise<void>) | undefined;

  constructor(
    private readonly options: AppOptions,
    private readonly log: FastifyBaseLogger,
  ) {
    this.files = new EventFiles(options, log);
  }

  /** Takes up what an earlier process left, and begins to write files. */
  async start(): Promise<void> {
    await this.takeUp().catch((error) =>
      this.log.error({ err: error }, "logs of events could not be listed"),
    );
    this.stopRounds = startRounds(roundMs, () =>
      this.round().catch((error) => this.say(error, "logs of events could not be looked at yet")),
    );
  }

  /** Writes the files of all that was acknowledged, as far as that is possible now. */
  async stop(): Promise<void> {
    await this.stopRounds?.();
    for (const [accountId, account] of this.accounts) {
      account.waiting.push(...(await account.log.close()));
      await this.writeFiles(accountId, account);
    }
  }

  /**
   * Resolves once all of them are on the disk; says of each whether it is new. Throws `storage-full`,
   * `uploads-too-many` and `events-waiting`, and what the disk refuses; then none of them counts.
   */
  async take(accountId: string, events: readonly EventOfStream[]): Promise<boolean[]> {
    if (events.length === 0) return [];
    const account = this.accountOf(accountId);
    await this.requireRoom(accountId, account);
    // From here to the append nothing is awaited, so that of two requests one finds the ids of the other.
    const fresh = new Map<string, EventOfStream>();
    const before: Promise<void>[] = [];
    const isNew = events.map((each) => {
      const id = `${accountId} ${each.stream} ${each.event.id}`;
      const known = this.known.find(id);
      if (known instanceof Promise) before.push(known);
      if (known !== undefined || fresh.has(id)) return false;
      fresh.set(id, each);
      return true;
    });
    if (fresh.size > 0) {
      const written = account.log.append(Buffer.from([...fresh.values()].map(lineOfEvent).join("")));
      this.known.add([...fresh.keys()], written);
      before.push(written);
    }
    await Promise.all(before);
    return isNew;
  }

  /** Whether an event with this id was acknowledged, as far as this node knows. */
  isKnown(accountId: string, { stream, event }: EventOfStream): boolean {
    return this.known.find(`${accountId} ${stream} ${event.id}`) === true;
  }

  private accountOf(accountId: string): AccountEvents {
    const known = this.accounts.get(accountId);
    if (known) return known;
    const { events, clock } = this.options;
    const made: AccountEvents = {
      log: new EventLog({
        dir: this.files.dirOf(accountId),
        name: () => `${stamp(clock())}-${randomUUID().slice(0, 8)}`,
        isShared: events?.liveNodes !== undefined,
        monotonicMs: () => performance.now(),
      }),
      waiting: [],
      isWriting: false,
      stored: { bytes: 0, files: 0, untilMs: Number.NEGATIVE_INFINITY },
    };
    this.accounts.set(accountId, made);
    return made;
  }

  /** What is acknowledged must become files, so there has to be room for them. */
  private async requireRoom(accountId: string, account: AccountEvents): Promise<void> {
    const { db, limits: own } = this.options;
    if (performance.now() > account.stored.untilMs)
      account.stored = {
        ...(await storedFiles(db.kysely, accountId)),
        untilMs: performance.now() + sizeKnownMs,
      };
    const waiting = account.waiting.reduce((sum, { bytes }) => sum + bytes, account.log.bytes);
    if (waiting > limits.waitingEventBytes.is) throw refuse("events-waiting", { seconds: retrySeconds });
    if (account.stored.bytes + waiting > own.storedBytes)
      throw refuse("storage-full", { most: own.storedBytes });
    if (account.stored.files >= own.files) throw refuse("uploads-too-many", { most: own.files });
  }

  private async takeUp(): Promise<void> {
    for (const { accountId, segment } of await this.files.left())
      this.accountOf(accountId).waiting.push(segment);
  }

  private async round(): Promise<void> {
    const seconds = this.options.events?.seconds ?? limits.eventSeconds.is;
    for (const { accountId, segment } of await this.files.ofDeadNodes())
      this.accountOf(accountId).waiting.push(segment);
    for (const [accountId, account] of this.accounts) {
      const { log, waiting } = account;
      const ageMs = performance.now() - (log.openedAtMs ?? Number.POSITIVE_INFINITY);
      if (ageMs >= 1000 * seconds || log.bytes >= limits.eventFileBytes.is)
        waiting.push(...(await log.close()));
      if (waiting.length > 0) void this.writeFiles(accountId, account);
    }
  }

  /** One segment after the other, in the order of their events. What fails is tried again by the next round. */
  private async writeFiles(accountId: string, account: AccountEvents): Promise<void> {
    if (account.isWriting) return;
    account.isWriting = true;
    try {
      for (let next = account.waiting[0]; next; next = account.waiting[0]) {
        await this.files.write(accountId, next);
        account.waiting.shift();
      }
    } catch (error) {
      this.say(error, "events could not be written to files yet");
    } finally {
      account.isWriting = false;
    }
  }

  private say(error: unknown, text: string): void {
    this.log[worldTrouble(error) ? "warn" : "error"]({ err: error }, text);
  }
}

const retrySeconds = 10;

const lineOfEvent = ({ stream, event: { row, lists } }: EventOfStream): string => {
  const logged: LoggedEvent = { stream, row: flatRow(row), ...(lists.length > 0 && { lists }) };
  return lineOf(logged);
};

/** `20260131T183000Z` */
const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
