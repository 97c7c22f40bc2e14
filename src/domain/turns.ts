// Turns of work that takes much: a few pieces run at once, and of those that wait, the accounts take turns, each in the order of its own
// requests. What waits is limited, in all and by account, so that one account cannot fill the line.

export interface TurnLimits {
  running: number;
  waiting: number;
  waitingOfAccount: number;
}

export class Turns {
  private running = 0;
  /** By account, the one whose turn is next first; no list is empty. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly most: TurnLimits) {}

  /** Resolves to the function that ends the turn, once it has begun; null at once if too many wait. */
  async take(accountId: string): Promise<(() => void) | null> {
    if (this.running < this.most.running) this.running++;
    else if (this.isFullFor(accountId)) return null;
    else await new Promise<void>((begin) => this.wait(accountId, begin));
    return () => this.leave();
  }

  private isFullFor(accountId: string): boolean {
    const waiting = [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
    return (
      waiting >= this.most.waiting || (this.waiting.get(accountId)?.length ?? 0) >= this.most.waitingOfAccount
    );
  }

  private wait(accountId: string, begin: () => void): void {
    this.waiting.set(accountId, [...(this.waiting.get(accountId) ?? []), begin]);
  }

  /** Passes the turn on to the next account, which then goes to the end of the line. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running--;
      return;
    }
    const [accountId, [begin, ...later]] = next;
    this.waiting.delete(accountId);
    if (later.length > 0) this.waiting.set(accountId, later);
    begin!();
  }
}
