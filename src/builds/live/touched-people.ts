// People with new events, in the order of the last event of each. Whoever is named stays until that is settled, and
// longer if another event of theirs has come meanwhile.

export class TouchedPeople {
  private readonly turns = new Map<bigint, number>();
  /** People who are named once more, after all others. */
  private readonly again = new Map<bigint, number>();
  private turn = 0;
  private named = { turn: 0, people: new Map<bigint, number>() };

  add(person: bigint): void {
    this.again.delete(person);
    this.turns.delete(person);
    this.turns.set(person, ++this.turn);
  }

  addAgain(people: Iterable<bigint>): void {
    for (const person of people)
      if (!this.turns.has(person) && !this.again.has(person)) this.again.set(person, ++this.turn);
  }

  /** The first of them, and the turn by which they can be settled. */
  name(most: number): { turn: number; people: bigint[]; hasMore: boolean } {
    const people = new Map<bigint, number>();
    for (const from of [this.turns, this.again])
      for (const [person, turn] of from) {
        if (people.size >= most) break;
        people.set(person, turn);
      }
    this.named = { turn: ++this.turn, people };
    const hasMore = people.size < this.turns.size + this.again.size;
    return { turn: this.turn, people: [...people.keys()], hasMore };
  }

  /** Forgets the people who were named last: they need not be named again. */
  settle(turn: number): void {
    if (turn !== this.named.turn) return;
    for (const [person, own] of this.named.people)
      for (const from of [this.turns, this.again]) if (from.get(person) === own) from.delete(person);
  }

  /** Everyone, in their order. */
  *all(): Iterable<bigint> {
    yield* this.turns.keys();
    yield* this.again.keys();
  }
}
