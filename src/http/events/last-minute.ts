// The last minute of an account's events: how many came in each second, and from how many people. It costs an addition
// for each request, whatever comes.

import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";

const seconds = 60;
/** People are counted in parts of the minute, so that whoever came a minute ago is forgotten. */
const secondsOfPart = 10;

export interface Counts {
  taken: number;
  repeated: number;
  refused: number;
}

/** A second, as counted from 1970, and what it brought. */
type Second = [second: number, taken: number, repeated: number, refused: number];

/** What one node has seen of the last minute; those of several nodes add up. */
export interface MinuteSeen {
  /** Ascending, at most sixty. */
  seconds: Second[];
  /** Hashes of people's identifiers. */
  people: number[];
  /** There may have been more people than were counted. */
  hasMorePeople: boolean;
}

export interface MinuteSum extends Counts {
  people: number;
  hasMorePeople: boolean;
  /** Taken and refused in each second, the oldest first; repetitions are in neither. */
  perSecond: { taken: number; refused: number }[];
  /** The last of these seconds. */
  through: EpochMs;
}

export class LastMinute {
  private readonly seconds: Second[] = [];
  private parts: { part: number; people: Set<number> }[] = [];

  add(now: EpochMs, { taken, repeated, refused }: Counts): void {
    const second = this.second(Math.floor(now / 1000));
    second[1] += taken;
    second[2] += repeated;
    second[3] += refused;
  }

  /** Beyond the limit of a part nothing is kept, so that a flood of new people costs nothing either. */
  addPerson(now: EpochMs, identifier: string): void {
    const people = this.part(Math.floor(now / 1000 / secondsOfPart));
    if (people.size < limits.recentPeople.is) people.add(hashOf(identifier));
  }

  /** Whether people of this moment are still counted. */
  countsPeople(now: EpochMs): boolean {
    return this.part(Math.floor(now / 1000 / secondsOfPart)).size < limits.recentPeople.is;
  }

  seen(now: EpochMs): MinuteSeen {
    const first = Math.floor(now / 1000) - seconds + 1;
    const parts = this.parts.filter(({ part }) => (part + 1) * secondsOfPart > first);
    return {
      seconds: this.seconds.filter(([second]) => second >= first),
      people: [...new Set(parts.flatMap(({ people }) => [...people]))],
      hasMorePeople: parts.some(({ people }) => people.size >= limits.recentPeople.is),
    };
  }

  private second(second: number): Second {
    const last = this.seconds.at(-1);
    // A clock that was set back adds to the last second.
    if (last && last[0] >= second && last[0] - second < seconds) return last;
    const made: Second = [second, 0, 0, 0];
    this.seconds.push(made);
    if (this.seconds.length > seconds) this.seconds.shift();
    return made;
  }

  private part(part: number): Set<number> {
    const last = this.parts.at(-1);
    if (last?.part === part) return last.people;
    const people = new Set<number>();
    this.parts.push({ part, people });
    this.parts = this.parts.slice(-(seconds / secondsOfPart + 1));
    return people;
  }
}

/** What all nodes have seen together. */
export const sumOf = (seen: readonly MinuteSeen[], now: EpochMs): MinuteSum => {
  const through = Math.floor(now / 1000);
  const perSecond = Array.from({ length: seconds }, () => ({ taken: 0, refused: 0 }));
  const sum = { taken: 0, repeated: 0, refused: 0 };
  for (const [second, taken, repeated, refused] of seen.flatMap((each) => each.seconds)) {
    // The clock of another node may be a little ahead.
    const at = perSecond[Math.min(seconds - 1, second - through + seconds - 1)];
    if (!at) continue;
    at.taken += taken;
    at.refused += refused;
    sum.taken += taken;
    sum.repeated += repeated;
    sum.refused += refused;
  }
  return {
    ...sum,
    people: new Set(seen.flatMap(({ people }) => people)).size,
    hasMorePeople: seen.some(({ hasMorePeople }) => hasMorePeople),
    perSecond,
    through: through * 1000,
  };
};

/** FNV-1a, 32 bits: of six thousand people two are one in one minute of two hundred. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};
