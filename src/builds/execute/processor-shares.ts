// Shares of the processors: of the accounts that have processes running, each stands back for those that have
// used less, the further the more of them there are, and an account with many processes for one with few. So
// nobody's long builds and many questions hold up the short ones of others. What was used counts half as much
// half a minute later.
//
// A build stands back for builds of others alone. Questions go before builds anyway, and a build that is held
// up by all that others ask would keep its slot from their builds.

import type { ChildProcess } from "node:child_process";
import { processorSecondsOf } from "./build-time.js";
import { setNiceness } from "./niceness.js";

/** Whatever builds could use of the processors, requests come first. */
export const buildNiceness = 10;
/** Somebody waits for the answer to a question, and many others for the thread of the service. */
export const questionNiceness = 5;
export const lastNiceness = 19;

const everyMs = 500;
const halfLifeMs = 30_000;

/** Processor seconds by which an account may be ahead of another, besides a quarter of its use. */
const headStart = 1;
const aheadTimes = 1.25;

/** An account that is ahead of another has a third of its share, one that is ahead of two a ninth. */
const levelsByRank = 5;
/** The system gives a process four fifths of the share of one that is a level less nice. */
const sharePerLevel = 1.25;
/** Levels that builds may gain where others could not stand back far enough. */
const mostGained = 3;

interface Working {
  account: string;
  /** Processor seconds of the process at the last look; null before the first. */
  seconds: number | null;
  niceness: number;
  /** Niceness while its account has not used much more than another. */
  usual: number;
}

const isBuild = ({ usual }: Pick<Working, "usual">): boolean => usual === buildNiceness;

export class ProcessorShares {
  private readonly working = new Map<ChildProcess, Working>();
  /** Processor seconds by account. */
  private readonly used = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  /** The process works for the account until the returned function is called. */
  begin(child: ChildProcess, account: string, usual: number): () => void {
    const working = { account, seconds: null, niceness: usual, usual };
    this.working.set(child, working);
    void this.count(child, working);
    this.timer ??= setInterval(() => void this.look(), everyMs).unref();
    this.share();
    return () => {
      this.working.delete(child);
      if (working.niceness !== usual) setNiceness(child, usual);
      void this.count(child, working);
    };
  }

  private async count({ pid }: ChildProcess, working: Working): Promise<void> {
    const seconds = await processorSecondsOf(pid);
    const more = Math.max(0, seconds - (working.seconds ?? seconds));
    this.used.set(working.account, (this.used.get(working.account) ?? 0) + more);
    working.seconds = seconds;
  }

  private async look(): Promise<void> {
    await Promise.all([...this.working].map(([child, working]) => this.count(child, working)));
    for (const [account, seconds] of this.used)
      if (seconds < headStart / 10) this.used.delete(account);
      else this.used.set(account, seconds * 0.5 ** (everyMs / halfLifeMs));
    this.share();
    if (this.working.size > 0 || this.used.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private share(): void {
    const all = [...this.working.values()];
    const wanted = nicenessOf(
      all.map(({ account, usual }) => ({ account, usual, used: this.used.get(account) ?? 0 })),
    );
    [...this.working].forEach(([child, working], i) => {
      const niceness = wanted[i]!;
      if (niceness !== working.niceness) setNiceness(child, niceness);
      working.niceness = niceness;
    });
  }
}

interface Sharing {
  account: string;
  usual: number;
  /** Processor seconds of the account. */
  used: number;
}

/** The niceness of each process among all. */
export const nicenessOf = (all: readonly Sharing[]): number[] => {
  const builds = all.filter(isBuild);
  const ofBuilds = levelsOf(builds);
  const ofAll = levelsOf(all);
  const most = buildNiceness + Math.max(0, ...ofBuilds.values());
  const gained = Math.min(mostGained, Math.max(0, most - lastNiceness));
  return all.map((each) => {
    const niceness = isBuild(each)
      ? each.usual + ofBuilds.get(each.account)! - gained
      : each.usual + ofAll.get(each.account)!;
    return Math.min(niceness, lastNiceness);
  });
};

/** Levels by which the processes of each account stand back; none for the only account. */
const levelsOf = (all: readonly Sharing[]): ReadonlyMap<string, number> => {
  const byAccount = new Map<string, Sharing[]>();
  for (const each of all) byAccount.set(each.account, [...(byAccount.get(each.account) ?? []), each]);
  const accounts = [...byAccount.values()].sort(([a], [b]) => a!.used - b!.used);
  const levels = new Map<string, number>();
  let rank = -1;
  let base = -Infinity;
  for (const processes of accounts) {
    const [{ account, used }] = processes as [Sharing];
    if (used > aheadTimes * base + headStart) {
      rank++;
      base = used;
    }
    const shared = Math.round(Math.log(processes.length) / Math.log(sharePerLevel));
    levels.set(account, accounts.length === 1 ? 0 : levelsByRank * rank + shared);
  }
  return levels;
};

/** The shares of all child processes of the service. */
export const processorShares = new ProcessorShares();
