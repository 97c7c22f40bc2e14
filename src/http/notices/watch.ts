// Whoever listens to an account shares one look at it every half second, and nobody looks where nobody listens. Looking again
// and again knows no difference between stores, processes and machines, and cannot miss how something ended.

import type { Notice } from "../schemas/notice.js";
import { changedNotices, type NoticeStates, pendingNotices } from "./notice.js";

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
