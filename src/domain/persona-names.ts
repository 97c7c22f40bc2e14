// A persona is called by what sets its people apart the most: “Recent big spenders, mostly garden”. Its words come from a
// table, one for each thing that can be known of people and each direction in which they can differ.

import type { EventMeasure, Feature, TraitMeasure } from "./features/feature.js";
import { literate, streamWords } from "./features/naming.js";
import { fieldOf } from "./persona-fields.js";

/** By how many standard deviations a persona's people differ in a feature, upwards or downwards, and their mean of it. */
export interface Difference {
  feature: Feature;
  difference: number;
  mean: number;
}

/** What a word of a name says. */
export interface NamingWord {
  feature: string;
  isHigh: boolean;
}

/** “Recent” stands before who they are, “big spenders” instead of it, and “mostly garden” after it. */
interface Word extends NamingWord {
  place: "before" | "who" | "after";
  text: string;
}

/** Less would set nobody apart. */
const minDifference = 0.35;
/** So far a name stays true. */
const minDifferenceToKeep = 0.2;
/** Of a share that is said to be most. */
const minMajority = 0.5;
const usualWords = 2;

export class PersonaNamer {
  /** Names that are given, in lower case. */
  private readonly taken = new Set<string>();

  /** `stream` is the one that the cohort is about; of others it is said which they are. */
  constructor(private readonly stream: string | undefined) {}

  /** The name of before, if what it says is still so and nobody has it. */
  keep(
    before: { name: string; named_for: readonly NamingWord[] },
    differences: readonly Difference[],
  ): boolean {
    const isTrue = before.named_for.every(({ feature, isHigh }) =>
      differences.some(
        (now) =>
          now.feature.name === feature &&
          (isHigh ? now.difference : -now.difference) >= minDifferenceToKeep &&
          isMost(now),
      ),
    );
    const isKept = isTrue && before.named_for.length > 0 && !this.taken.has(before.name.toLowerCase());
    if (isKept) this.taken.add(before.name.toLowerCase());
    return isKept;
  }

  /** With as many words as tell it apart from the others, and a number where no words do. */
  name(differences: readonly Difference[]): { name: string; named_for: NamingWord[] } {
    const words = this.wordsOf(differences);
    for (let count = Math.min(usualWords, words.length); count <= words.length; count++) {
      const name = this.phrase(words.slice(0, count));
      if (!this.taken.has(name.toLowerCase())) return this.take(words.slice(0, count));
    }
    return this.take(words.slice(0, usualWords));
  }

  private take(words: readonly Word[]): { name: string; named_for: NamingWord[] } {
    const name = untaken(this.phrase(words), this.taken);
    return { name, named_for: words.map(({ feature, isHigh }) => ({ feature, isHigh })) };
  }

  /** The greatest differences first. */
  private wordsOf(differences: readonly Difference[]): Word[] {
    return differences
      .filter(({ difference }) => Math.abs(difference) >= minDifference)
      .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || byName(a.feature, b.feature))
      .filter(isMost)
      .flatMap(({ feature, difference }) => {
        const isHigh = difference > 0;
        const word = wordFor(feature, isHigh, this.stream);
        return word ? [{ feature: feature.name, isHigh, ...word }] : [];
      });
  }

  private phrase(words: readonly Word[]): string {
    const placed = (place: Word["place"]) =>
      words.filter((word) => word.place === place).map(({ text }) => text);
    const who = placed("who")[0] ?? whoActs(this.stream);
    const before = words.length > 0 ? placed("before") : ["average"];
    const phrase = [[...before, who].join(" "), ...placed("after")].join(", ");
    return phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
  }
}

/** The name, or with the first number that makes it another; `taken` is in lower case, and grows by it. */
export const untaken = (name: string, taken: Set<string>): string => {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`;
  taken.add(free.toLowerCase());
  return free;
};

/** What some of them are or do more than others must not pass for what most are or do. */
const isMost = ({ feature, mean }: Difference): boolean => !fieldOf(feature).isShare || mean >= minMajority;

const byName = (a: Feature, b: Feature): number => (a.name < b.name ? -1 : 1);

const whoActs = (stream: string | undefined): string =>
  stream !== undefined && /order|purchase|sale|transaction/.test(stream) ? "buyers" : "people";

type Saying = Pick<Word, "place" | "text">;

const wordFor = (feature: Feature, isHigh: boolean, stream: string | undefined): Saying | null => {
  const either = (high: Saying | null, low: Saying | null): Saying | null => (isHigh ? high : low);
  if (feature.over === "traits") return traitWord(feature.measure, either);
  if (feature.over !== "events") return null;
  const { measure } = feature;
  if ("property" in measure) return propertyWord(measure, either);
  return feature.provider === stream
    ? ownWord(measure, either)
    : otherWord(measure, feature.provider, either);
};

type Either = (high: Saying | null, low: Saying | null) => Saying | null;

const before = (text: string): Saying => ({ place: "before", text });
const who = (text: string): Saying => ({ place: "who", text });
const after = (text: string): Saying => ({ place: "after", text });

const ownWord = (measure: EventMeasure, either: Either): Saying | null => {
  switch (measure.of) {
    case "recency":
      return either(before("lapsed"), before("recent"));
    case "tenure":
      return either(before("long-standing"), before("new"));
    case "count":
      return either(before("frequent"), before("occasional"));
    case "value_mean":
      return either(who("big spenders"), who("small spenders"));
    case "value_negative_share":
      return either(after("many returns"), after("few returns"));
    default:
      return null;
  }
};

const otherWord = (measure: EventMeasure, stream: string, either: Either): Saying | null => {
  const { many } = streamWords(stream);
  switch (measure.of) {
    case "recency":
      return either(after(`${many} long ago`), after(`recent ${many}`));
    case "count":
      return either(after(`many ${many}`), after(`few ${many}`));
    case "value_mean":
      return either(after(`large ${many}`), after(`small ${many}`));
    default:
      return null;
  }
};

const propertyWord = (measure: EventMeasure & { property: string }, either: Either): Saying | null => {
  if (measure.of === "property_share") return either(after(`mostly ${measure.value}`), null);
  const said = literate(measure.property);
  return measure.of === "property_mean" ? either(after(`high ${said}`), after(`low ${said}`)) : null;
};

const traitWord = ({ trait, value, said: words }: TraitMeasure, either: Either): Saying | null => {
  const said = words?.trait ?? literate(trait);
  if (value !== null) return either(after(`${said} ${words?.value ?? value}`), null);
  if (said === "age") return either(before("older"), before("younger"));
  return either(after(`high ${said}`), after(`low ${said}`));
};
