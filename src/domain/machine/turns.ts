// Turns of work that takes much: a few pieces run at once, and of those that wait, the accounts take turns,
// each in the order of its own requests. What waits is limited, in all and by account. When the line is full,
// a newcomer takes the place of the last request of the account that has the most in it, so that one account
// cannot fill the line.

export interface TurnLimits {
  running: number;
  waiting: number;
  waitingOfAccount: number;
}

/** Called with true once the turn has begun, and with false if there is no place any more. */
type Begin = (hasTurn: boolean) => void;

export class Turns {
  private running = 0;
  private waiting = 0;
  /** Lines by account, the one whose turn is next first; no line is empty. */
  private readonly lines = new Map<string, Line>();

  constructor(private readonly most: TurnLimits) {}

  /** Resolves to the function that ends the turn, once it has begun; null if too many wait. */
  async take(accountId: string): Promise<(() => void) | null> {
    if (this.running < this.most.running) this.running++;
    else if (!this.makePlace(accountId)) return null;
    else if (!(await new Promise<boolean>((begin) => this.wait(accountId, begin)))) return null;
    return () => this.leave();
  }

  /** Whether nobody runs or waits. */
  get isIdle(): boolean {
    return this.running === 0;
  }

  private makePlace(accountId: string): boolean {
    const own = this.lines.get(accountId)?.length ?? 0;
    if (own >= this.most.waitingOfAccount) return false;
    if (this.waiting < this.most.waiting) return true;
    const [longestId, longest] = this.longest();
    if (!longest || longest.length <= own + 1) return false;
    this.waiting--;
    const last = longest.takeLast();
    if (longest.length === 0) this.lines.delete(longestId);
    last(false);
    return true;
  }

  private longest(): [string, Line | undefined] {
    let found: [string, Line | undefined] = ["", undefined];
    for (const each of this.lines) if (each[1].length > (found[1]?.length ?? 0)) found = each;
    return found;
  }

  private wait(accountId: string, begin: Begin): void {
    const line = this.lines.get(accountId) ?? new Line();
    this.lines.set(accountId, line);
    line.add(begin);
    this.waiting++;
  }

  /** Passes the turn on to the next account, which then goes to the end of the line. */
  private leave(): void {
    const [next] = this.lines;
    if (!next) {
      this.running--;
      return;
    }
    const [accountId, line] = next;
    this.waiting--;
    const begin = line.takeFirst();
    this.lines.delete(accountId);
    if (line.length > 0) this.lines.set(accountId, line);
    begin(true);
  }
}

/** Turns of each key apart. Those of a key are there as long as somebody has or awaits one. */
export class KeyedTurns {
  private readonly byKey = new Map<string, Turns>();

  constructor(private readonly most: TurnLimits) {}

  /** As in `Turns`, among those who ask with the key. */
  async take(key: string, accountId: string): Promise<(() => void) | null> {
    const own = this.byKey.get(key) ?? new Turns(this.most);
    this.byKey.set(key, own);
    const leave = await own.take(accountId);
    if (!leave) return null;
    return () => {
      leave();
      if (own.isIdle) this.byKey.delete(key);
    };
  }
}

/** Line of one account. Taking from either end costs the same however long it is. */
class Line {
  private readonly places: (Begin | undefined)[] = [];
  private first = 0;

  get length(): number {
    return this.places.length - this.first;
  }

  add(begin: Begin): void {
    this.places.push(begin);
  }

  takeFirst(): Begin {
    const begin = this.places[this.first]!;
    this.places[this.first++] = undefined;
    // More than half of the places are empty, so each is moved once on average.
    if (this.first * 2 > this.places.length) {
      this.places.splice(0, this.first);
      this.first = 0;
    }
    return begin;
  }

  takeLast(): Begin {
    return this.places.pop()!;
  }
}
