// Names of personas: the greatest differences of their people in words, such as “Recent big spenders, mostly
// garden”. Each kind of feature has one phrase per direction.

import type { EventMeasure, Feature, TraitMeasure } from "../outcome/features/feature.js";
import { literate, streamWords } from "../outcome/features/naming.js";
import { fieldOf } from "./persona-fields.js";

/** The difference of a persona's people in a feature, in standard deviations, and their mean. */
export interface Difference {
  feature: Feature;
  difference: number;
  mean: number;
}

/** The meaning of a word in a name. */
export interface NamingWord {
  feature: string;
  isHigh: boolean;
}

/** “Recent” goes before the noun for the people, “big spenders” replaces it, and “mostly garden” follows it. */
interface Word extends NamingWord {
  place: "before" | "who" | "after";
  text: string;
}

/** Smaller differences are not distinctive. */
const minDifference = 0.35;
/** A name is kept while its differences are at least this large. */
const minDifferenceToKeep = 0.2;
/** A share must be at least this large to be called most. */
const minMajority = 0.5;
const usualWords = 2;

export class PersonaNamer {
  /** Names in use, in lower case. */
  private readonly taken = new Set<string>();

  /** `stream` is that of the cohort; words about other streams mention them. */
  constructor(private readonly stream: string | undefined) {}

  /** Keeps the previous name if it is still true and not in use. */
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

  /** A new name with as many words as make it unique, or else a number. */
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

  /** Words for the differences, the largest first. */
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
    const who = placed("who")[0] ?? nounOf(this.stream);
    const before = words.length > 0 ? placed("before") : ["average"];
    const phrase = [[...before, who].join(" "), ...placed("after")].join(", ");
    return phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
  }
}

/** The name, with a number if it is taken; adds it to `taken`, which is in lower case. */
export const untaken = (name: string, taken: Set<string>): string => {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`;
  taken.add(free.toLowerCase());
  return free;
};

/** True unless the feature is a share that only a minority has: an above-average minority must not be called most. */
const isMost = ({ feature, mean }: Difference): boolean => !fieldOf(feature).isShare || mean >= minMajority;

const byName = (a: Feature, b: Feature): number => (a.name < b.name ? -1 : 1);

const nounOf = (stream: string | undefined): string =>
  stream !== undefined && /order|purchase|sale|transaction/.test(stream) ? "buyers" : "people";

type Phrase = Pick<Word, "place" | "text">;

const wordFor = (feature: Feature, isHigh: boolean, stream: string | undefined): Phrase | null => {
  const either = (high: Phrase | null, low: Phrase | null): Phrase | null => (isHigh ? high : low);
  if (feature.over === "traits") return traitWord(feature.measure, either);
  if (feature.over !== "events") return null;
  const { measure } = feature;
  if ("property" in measure) return propertyWord(measure, either);
  return feature.provider === stream
    ? ownWord(measure, either)
    : otherWord(measure, feature.provider, either);
};

type Either = (high: Phrase | null, low: Phrase | null) => Phrase | null;

const before = (text: string): Phrase => ({ place: "before", text });
const who = (text: string): Phrase => ({ place: "who", text });
const after = (text: string): Phrase => ({ place: "after", text });

const ownWord = (measure: EventMeasure, either: Either): Phrase | null => {
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

const otherWord = (measure: EventMeasure, stream: string, either: Either): Phrase | null => {
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

const propertyWord = (measure: EventMeasure & { property: string }, either: Either): Phrase | null => {
  if (measure.of === "property_share") return either(after(`mostly ${measure.value}`), null);
  const noun = literate(measure.property);
  return measure.of === "property_mean" ? either(after(`high ${noun}`), after(`low ${noun}`)) : null;
};

const traitWord = ({ trait, value, said: words }: TraitMeasure, either: Either): Phrase | null => {
  const noun = words?.trait ?? literate(trait);
  if (value !== null) return either(after(`${noun} ${words?.value ?? value}`), null);
  if (noun === "age") return either(before("older"), before("younger"));
  return either(after(`high ${noun}`), after(`low ${noun}`));
};
