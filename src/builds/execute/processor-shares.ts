// Shares of the processors: of the accounts that have processes running, those that have used much more than
// another stand back, so that nobody's long builds and many questions hold up the short ones of others. What
// was used counts half as much half a minute later.
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

/** Processor seconds by which an account may be ahead of another, besides twice its use. */
const headStart = 1;

interface Working {
  account: string;
  /** Processor seconds of the process at the last look; null before the first. */
  seconds: number | null;
  niceness: number;
  /** Niceness while its account has not used much more than another. */
  usual: number;
}

const isBuild = ({ usual }: Working): boolean => usual === buildNiceness;

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
    const usedBy = ({ account }: Working) => this.used.get(account) ?? 0;
    const all = [...this.working.values()];
    const least = Math.min(...all.map(usedBy));
    const leastOfBuilds = Math.min(...all.filter(isBuild).map(usedBy));
    for (const [child, working] of this.working) {
      const isAhead = usedBy(working) > 2 * (isBuild(working) ? leastOfBuilds : least) + headStart;
      const niceness = isAhead ? lastNiceness : working.usual;
      if (niceness !== working.niceness) setNiceness(child, niceness);
      working.niceness = niceness;
    }
  }
}

/** The shares of all child processes of the service. */
export const processorShares = new ProcessorShares();
