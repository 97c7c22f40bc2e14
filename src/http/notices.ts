// Notices as they are told: of each resource and each mail what it is now, and of two looks at an account what has changed.

import { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import { type EpochMs, resourceStatuses, resourceTypes } from "../domain/resource.js";
import { described, instant, oneOf, optional } from "../domain/schema.js";
import { secondsLeft } from "../domain/time-left.js";
import type { MailState, ResourceState } from "../store/notices.js";
import { present } from "./json.js";
import { isoMs } from "./resources/record.js";

/** `text` is all that can change, so that two looks are compared by it; of a resource `version` is a part of that. */
export interface NoticeState {
  notice: Notice;
  text: string;
}

export const resourceNotice = (resource: ResourceState, now: EpochMs): NoticeState => {
  const notice = present({
    id: resource.id,
    resource_type: resource.type,
    name: resource.name,
    status: resource.status,
    status_error: resource.status_error,
    progress: resource.progress,
    progress_text: resource.progress_text,
    seconds_left: resource.status === "running" ? timeLeft(resource, now) : undefined,
    last_updated_output_at: isoMs(resource.last_updated_output_at),
    archived_at: isoMs(resource.archived_at),
  }) as Notice;
  return { notice, text: `${resource.version} ${JSON.stringify(notice)}` };
};

export const mailNotice = ({ id, subject, sent_at, error }: MailState): NoticeState => {
  const notice = present({
    id,
    resource_type: "mail",
    name: subject,
    status: sent_at !== null ? "ready" : error !== null ? "error" : "starting",
    status_error: error,
    last_updated_output_at: isoMs(sent_at),
  }) as Notice;
  return { notice, text: JSON.stringify(notice) };
};

const timeLeft = (resource: ResourceState, now: EpochMs): number | undefined => {
  const { status_changed_at: startedAt, progress, progress_at, build_ms: lastMs } = resource;
  const reported =
    progress === null || progress_at === null ? null : { share: progress, atMs: progress_at - startedAt };
  return secondsLeft({ ranMs: now - startedAt, reported, lastMs });
};

/** By id, in order. */
export type NoticeStates = ReadonlyMap<string, NoticeState>;

/** What somebody who has just come is to know: all that is not at rest. */
export const pendingNotices = (looks: NoticeStates): Notice[] =>
  [...looks.values()]
    .map(({ notice }) => notice)
    .filter(
      ({ resource_type, status, archived_at }) =>
        resource_type !== "mail" && status !== "ready" && archived_at === undefined,
    );

/** Old mails fall out of sight; that is no news. */
export const changedNotices = (before: NoticeStates, after: NoticeStates): Notice[] => [
  ...[...before.values()]
    .filter(({ notice }) => !after.has(notice.id) && notice.resource_type !== "mail")
    .map(({ notice }): Notice => ({ ...notice, deleted: true })),
  ...[...after.values()]
    .filter(({ notice, text }) => before.get(notice.id)?.text !== text)
    .map(({ notice }) => notice),
];

// Whoever listens to an account shares one look at it every half second, and nobody looks where nobody listens. Looking again
// and again knows no difference between stores, processes and machines, and cannot miss how something ended.

export type Listener = (notice: Notice) => void;

export interface WatchOptions {
  read(accountId: string): Promise<NoticeStates>;
  pollMs: number;
  onError(error: unknown): void;
}

export class NoticeWatcher {
  private readonly accounts = new Map<string, AccountWatch>();

  constructor(private readonly options: WatchOptions) {}

  /** Tells what is under way, then all that changes, until the function that is returned is called. */
  listen(accountId: string, listener: Listener): () => void {
    const watch = this.accounts.get(accountId) ?? new AccountWatch(accountId, this.options);
    this.accounts.set(accountId, watch);
    watch.add(listener);
    return () => {
      watch.remove(listener);
      if (watch.isIdle && this.accounts.get(accountId) === watch) this.accounts.delete(accountId);
    };
  }
}

class AccountWatch {
  private readonly listeners = new Set<Listener>();
  private last: NoticeStates | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly accountId: string,
    private readonly options: WatchOptions,
  ) {}

  get isIdle(): boolean {
    return this.listeners.size === 0;
  }

  add(listener: Listener): void {
    const isFirst = this.isIdle;
    this.listeners.add(listener);
    for (const notice of pendingNotices(this.last ?? new Map())) listener(notice);
    if (isFirst) void this.lookOn();
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.isIdle) clearTimeout(this.timer);
  }

  private async lookOn(): Promise<void> {
    try {
      const looks = await this.options.read(this.accountId);
      const news = this.last ? changedNotices(this.last, looks) : pendingNotices(looks);
      this.last = looks;
      for (const listener of this.listeners) for (const notice of news) listener(notice);
    } catch (error) {
      this.options.onError(error);
    }
    if (!this.isIdle) this.timer = setTimeout(() => void this.lookOn(), this.options.pollMs);
  }
}

// Notices as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html

const reconnectMs = 2_000;

/** A listener that does not read is cut off, before what it has not read fills the memory. */
const maxUnreadBytes = 1 << 20;

export class NoticeStream extends Readable {
  private isOver = false;

  constructor() {
    super();
    this.push(`retry: ${reconnectMs}\n\n`);
  }

  /** It is pushed to when there is something to say. */
  override _read(): void {}

  send(notice: Notice): void {
    this.say(`event: resource\ndata: ${JSON.stringify(notice)}\n\n`);
  }

  /** Says that somebody is there. */
  heartbeat(): void {
    this.say(":\n\n");
  }

  end(): void {
    this.isOver = true;
    this.push(null);
  }

  private say(text: string): void {
    if (this.isOver || this.destroyed) return;
    if (this.readableLength > maxUnreadBytes) this.destroy();
    else this.push(text);
  }
}

// What is told of a resource or an e-mail as it happens.

export const noticeRecord = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "Of the resource, or of the e-mail in the outbox." }),
    resource_type: oneOf([...resourceTypes, "mail"], "What kind of resource it is, as in its path, or mail."),
    name: Type.String({ description: "Of an e-mail, its subject.", examples: ["Customers"] }),
    status: oneOf(
      resourceStatuses,
      "As in the record. An e-mail is starting until the mail server has taken it (ready) or has not (error).",
    ),
    status_error: optional(Type.String({ description: "Why it waits or failed." })),
    progress: optional(Type.Number({ description: "Share done of the running build, 0 to 1." })),
    progress_text: optional(Type.String({ description: "What the running build is doing, for people." })),
    seconds_left: optional(
      Type.Integer({
        description:
          "How long the running build may still take: as long as the last one did, else by the share done. Absent where nothing tells.",
        examples: [30],
      }),
    ),
    last_updated_output_at: optional(
      described("When a build last ended with a result; of an e-mail, when it was sent.", instant),
    ),
    archived_at: optional(described("When it was taken out of use; absent: it is in use.", instant)),
    deleted: optional(Type.Literal(true, { description: "It is no more." })),
  },
  { title: "Notice" },
);
export type Notice = Static<typeof noticeRecord>;
