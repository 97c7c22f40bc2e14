// Fair queue: of those who wait, whoever has used the least goes next, so that nobody waits for the sum of
// what another asks for (start-time fair queueing, Goyal, Vin and Cheng 1996). A piece of work costs what it
// took, which is known after it.

export class FairQueue<Piece> {
  /** Waiting pieces by sender; no line is empty. */
  private readonly lines = new Map<string, Piece[]>();
  /**
   * Use by sender, on one scale. A sender that comes back is not behind those who wait, and has no credit for
   * its absence.
   */
  private readonly used = new Map<string, number>();
  /** Use of the sender whose piece ran last. */
  private now = 0;

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  add(sender: string, piece: Piece): void {
    const line = this.lines.get(sender);
    if (line) line.push(piece);
    else this.lines.set(sender, [piece]);
    if (!line) this.used.set(sender, Math.max(this.now, this.used.get(sender) ?? 0));
  }

  has(sender: string): boolean {
    return this.lines.has(sender);
  }

  /** The next piece, and whose it is. Of two who have used the same, the one that came first. */
  take(): { sender: string; piece: Piece } | undefined {
    let least = Number.POSITIVE_INFINITY;
    let sender: string | undefined;
    for (const each of this.lines.keys()) {
      const used = this.used.get(each)!;
      if (used < least) [least, sender] = [used, each];
    }
    if (sender === undefined) return undefined;
    this.now = least;
    const line = this.lines.get(sender)!;
    const piece = line.shift()!;
    if (line.length === 0) this.lines.delete(sender);
    return { sender, piece };
  }

  /** Counts what a piece has cost. Once nobody waits, everything is forgotten: what was used then was nobody's loss. */
  charge(sender: string, cost: number): void {
    if (this.isEmpty) {
      this.used.clear();
      this.now = 0;
      return;
    }
    this.used.set(sender, (this.used.get(sender) ?? this.now) + cost);
    if (this.used.size > 2 * this.lines.size + fewSenders) this.forgetPast();
  }

  private forgetPast(): void {
    for (const [sender, used] of this.used)
      if (used <= this.now && !this.lines.has(sender)) this.used.delete(sender);
  }
}

const fewSenders = 1_000;

/** Sender of a piece: one of a group, which has one share however many are in it. */
export interface Sender {
  group: string;
  name: string;
}

/** Groups share fairly, and so do those of one group. */
export class GroupedFairQueue<Piece> {
  private readonly groups = new FairQueue<void>();
  private readonly within = new Map<string, FairQueue<Piece>>();

  get isEmpty(): boolean {
    return this.groups.isEmpty;
  }

  add({ group, name }: Sender, piece: Piece): void {
    this.groups.add(group, undefined);
    const own = this.within.get(group) ?? new FairQueue<Piece>();
    this.within.set(group, own);
    own.add(name, piece);
  }

  hasOf(group: string): boolean {
    return this.groups.has(group);
  }

  take(): { sender: Sender; piece: Piece } | undefined {
    const group = this.groups.take()?.sender;
    if (group === undefined) return undefined;
    const { sender: name, piece } = this.within.get(group)!.take()!;
    return { sender: { group, name }, piece };
  }

  charge({ group, name }: Sender, cost: number): void {
    this.groups.charge(group, cost);
    const own = this.within.get(group)!;
    own.charge(name, cost);
    if (own.isEmpty) this.within.delete(group);
  }
}
