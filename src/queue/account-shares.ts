// Shares of accounts: for how long each had jobs in progress of late. The account that had the least goes
// first, so that turns are fair by time: a chain of many short builds waits for one long build of another
// account, and not for one before each of its own.

/** Milliseconds of a clock that never jumps. */
type Ticks = number;

interface Share {
  /** Use until `at`, of which half is forgotten after each `halfLifeMs`. */
  usedMs: number;
  at: Ticks;
  inProgress: number;
}

/** Long enough for a chain of builds; an account that was away waits no longer than about this for its use of before. */
const halfLifeMs = 60_000;

/** Accounts beyond these count as never served: among so many, the one that waits longest goes first. */
const remembered = 32;

export class AccountShares {
  /** The account whose last turn is longest ago first. */
  private readonly shares = new Map<string, Share>();

  constructor(private readonly ticks: () => Ticks) {}

  /** Notes that an account has its turn. */
  turn(accountId: string): void {
    const share = this.upToNow(accountId);
    this.shares.delete(accountId);
    this.shares.set(accountId, share);
    const idle = [...this.shares].find(([, { inProgress }]) => inProgress === 0);
    if (this.shares.size > remembered && idle) this.shares.delete(idle[0]);
  }

  /** Counts the time of a job until it ends. */
  async count<T>(accountId: string, job: () => Promise<T>): Promise<T> {
    this.upToNow(accountId).inProgress++;
    try {
      return await job();
    } finally {
      this.upToNow(accountId).inProgress--;
    }
  }

  /** Accounts that were served of late: the one with the least use first, then the one whose turn is longest ago. */
  order(): string[] {
    const used = new Map([...this.shares.keys()].map((id) => [id, this.upToNow(id).usedMs]));
    return [...used.keys()].sort((a, b) => used.get(a)! - used.get(b)!);
  }

  private upToNow(accountId: string): Share {
    const now = this.ticks();
    const share = this.shares.get(accountId) ?? { usedMs: 0, at: now, inProgress: 0 };
    const passedMs = now - share.at;
    share.usedMs = share.usedMs * 0.5 ** (passedMs / halfLifeMs) + share.inProgress * passedMs;
    share.at = now;
    this.shares.set(accountId, share);
    return share;
  }
}
