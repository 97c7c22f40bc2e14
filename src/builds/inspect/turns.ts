// A few at once, the next in order of arrival, and not too many of those.

export class Turns {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Resolves, when it is one's turn, to what ends it; null at once if too many wait. */
  async take(): Promise<(() => void) | null> {
    if (this.taken < this.atOnce) this.taken++;
    else if (this.waiting.length >= this.mostWaiting) return null;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => this.leave();
  }

  /** Who leaves hands their turn to the next. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken--;
  }
}
