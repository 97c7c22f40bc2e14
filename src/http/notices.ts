// Notices: live messages about resources and e-mails. An account's states are polled, compared with the
// previous ones, and sent to its subscribers as server-sent events.

import { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import { secondsLeft } from "../domain/machine/time-left.js";
import { type EpochMs, resourceStatuses, resourceTypes } from "../domain/resource/resource.js";
import { described, instant, oneOf, optional } from "../domain/resource/schema.js";
import type { MailState, ResourceState } from "../store/notices.js";
import { present } from "./json.js";
import { isoMs } from "./resources/record.js";

/**
 * `text` contains everything that can change, so that states are compared by it; for a resource, this
 * includes its version.
 */
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
    waiting_for: resource.waiting_for,
    progress: resource.progress,
    progress_text: resource.progress_text,
    seconds_left: resource.status === "running" ? timeLeft(resource, now) : undefined,
    last_updated_output_at: isoMs(resource.last_updated_output_at),
    archived_at: isoMs(resource.archived_at),
  }) as Notice;
  return { notice, text: `${resource.version} ${JSON.stringify(notice)}` };
};

export const mailNotice = ({ id, subject, sent_at, error, waiting_for }: MailState): NoticeState => {
  const notice = present({
    id,
    resource_type: "mail",
    name: subject,
    status: sent_at !== null ? "ready" : error !== null ? "error" : "starting",
    status_error: error,
    waiting_for,
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

/** States by ID, in order. */
export type NoticeStates = ReadonlyMap<string, NoticeState>;

/** Notices for a new subscriber: all resources that wait, are being built or failed. */
export const pendingNotices = (states: NoticeStates): Notice[] =>
  [...states.values()]
    .map(({ notice }) => notice)
    .filter(
      ({ resource_type, status, archived_at }) =>
        resource_type !== "mail" && status !== "ready" && archived_at === undefined,
    );

/** E-mails that are too old to be listed are not reported as deleted. */
export const changedNotices = (before: NoticeStates, after: NoticeStates): Notice[] => [
  ...[...before.values()]
    .filter(({ notice }) => !after.has(notice.id) && notice.resource_type !== "mail")
    .map(({ notice }): Notice => ({ ...notice, deleted: true })),
  ...[...after.values()]
    .filter(({ notice, text }) => before.get(notice.id)?.text !== text)
    .map(({ notice }) => notice),
];

export type Listener = (notice: Notice) => void;

export interface WatchOptions {
  read(accountId: string): Promise<NoticeStates>;
  pollMs: number;
  onError(error: unknown): void;
}

/**
 * Polls each account with subscribers, once for all of them. Polling works the same across processes and
 * misses no final state.
 */
export class NoticeWatcher {
  private readonly accounts = new Map<string, AccountWatch>();

  constructor(private readonly options: WatchOptions) {}

  /** Reports pending resources, then all changes, until the returned function is called. */
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
    if (isFirst) void this.poll();
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.isIdle) clearTimeout(this.timer);
  }

  private async poll(): Promise<void> {
    try {
      const states = await this.options.read(this.accountId);
      const notices = this.last ? changedNotices(this.last, states) : pendingNotices(states);
      this.last = states;
      for (const listener of this.listeners) for (const notice of notices) listener(notice);
    } catch (error) {
      this.options.onError(error);
    }
    if (!this.isIdle) this.timer = setTimeout(() => void this.poll(), this.options.pollMs);
  }
}

const reconnectMs = 2_000;

/** A client that does not read is disconnected before its unread notices fill the memory. */
const maxUnreadBytes = 1 << 20;

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class NoticeStream extends Readable {
  private isEnded = false;

  constructor() {
    super();
    this.push(`retry: ${reconnectMs}\n\n`);
  }

  /** Notices are pushed as they occur. */
  override _read(): void {}

  send(notice: Notice): void {
    this.write(`event: resource\ndata: ${JSON.stringify(notice)}\n\n`);
  }

  /** Keeps the connection open. */
  heartbeat(): void {
    this.write(":\n\n");
  }

  end(): void {
    this.isEnded = true;
    this.push(null);
  }

  private write(text: string): void {
    if (this.isEnded || this.destroyed) return;
    if (this.readableLength > maxUnreadBytes) this.destroy();
    else this.push(text);
  }
}

export const noticeRecord = Type.Object(
  {
    id: Type.String({ description: "ID of the resource, or of the e-mail in the outbox." }),
    resource_type: oneOf([...resourceTypes, "mail"], "Type of the resource as in its path, or mail."),
    name: Type.String({ description: "Display name; for an e-mail, its subject.", examples: ["Customers"] }),
    status: oneOf(
      resourceStatuses,
      "As in the record. An e-mail is starting until the mail server accepts it (ready) or refuses it (error).",
    ),
    status_error: optional(Type.String({ description: "Why it failed and what to do." })),
    waiting_for: optional(Type.String({ description: "Why it waits." })),
    progress: optional(Type.Number({ description: "Completed share of the running build, 0 to 1." })),
    progress_text: optional(
      Type.String({ description: "Current activity of the running build, to display." }),
    ),
    seconds_left: optional(
      Type.Integer({
        description:
          "Estimated time until the build finishes: by the duration of the last build, or else by its progress. Absent if unknown.",
        examples: [30],
      }),
    ),
    last_updated_output_at: optional(
      described("When a build last produced a result; for an e-mail, when it was sent.", instant),
    ),
    archived_at: optional(described("When it was archived. Absent: it is in use.", instant)),
    deleted: optional(Type.Literal(true, { description: "The resource was deleted." })),
  },
  { title: "Notice" },
);
export type Notice = Static<typeof noticeRecord>;
