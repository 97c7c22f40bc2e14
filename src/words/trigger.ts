// News of triggers in words: of one person, "Rose from 41 % to 63 %. 2 new orders", and of a message, "3 people
// rose to 60 % or more for “Buy again”."

import type { TriggerEvent } from "../domain/account/webhook.js";
import type { ChangePart } from "../domain/pipeline/score-change.js";
import { secondsPerHour } from "../domain/resource/resource.js";
import type { TriggerConfig } from "../domain/target/trigger.js";
import { crossingRule, isLive, quietSeconds } from "../domain/target/trigger-condition.js";
import { english, type Formatter } from "./format.js";
import { counted, people } from "./plural.js";

const { percent } = english;

/** Causes that one text names: the strongest of those that moved the person the way that they went. */
const namedCauses = 2;

/** `from`: null for people who had no probability. */
export const movedText = (
  from: number | null,
  to: number,
  parts: readonly (Pick<ChangePart, "log_odds"> & { sentence: string })[],
): string => {
  const way = from === null || to >= from ? 1 : -1;
  const causes = parts
    .filter(({ log_odds }) => log_odds * way > 0)
    .sort((a, b) => Math.abs(b.log_odds) - Math.abs(a.log_odds))
    .slice(0, namedCauses)
    .map(({ sentence }) => `${sentence}.`);
  return [`${moved(from, to)}.`, ...causes].join(" ");
};

const moved = (from: number | null, to: number): string => {
  if (from === null) return `First probability: ${percent(to)}`;
  return `${to >= from ? "Rose" : "Fell"} from ${percent(from)} to ${percent(to)}`;
};

/** `sentence`: the cohort's, "People who have bought in the last 90 days." */
export const memberText = (direction: "up" | "down", cohort: string, sentence: string): string =>
  `${direction === "up" ? "Entered" : "Left"} “${cohort}”: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

export interface TriggerHeadline {
  type: TriggerEvent;
  direction: "up" | "down";
  /** All people of the news, also those who are not named. */
  count: number;
  more: number;
}

/** `subject`: name of the outcome or the cohort. */
export const triggerHeadline = (
  { type, direction, count, more }: TriggerHeadline,
  config: TriggerConfig,
  subject: string,
): string => {
  const who = people(count);
  const rest = more === 0 ? "" : ` ${counted(more, "of them is", "of them are")} not named.`;
  return `${who} ${done(type, direction, config, subject)}${rest}`;
};

const done = (
  type: TriggerEvent,
  direction: "up" | "down",
  config: TriggerConfig,
  subject: string,
): string => {
  const rule = crossingRule(config);
  switch (type) {
    case "people.crossed":
      return direction === "up"
        ? `rose to ${percent(rule!.risesAt)} or more for “${subject}”.`
        : `fell below ${percent(rule!.fallsBelow)} for “${subject}”.`;
    case "people.entered":
      return `entered “${subject}”.`;
    case "people.left":
      return `left “${subject}”.`;
    case "people.moved":
      return `moved most since the day before for “${subject}”.`;
  }
};

/** The condition of a trigger: "Reports customers whose chance for “Buy again” reaches 60 %, from below 55 %." */
export const triggerSentence = (
  config: TriggerConfig,
  subject: string,
  format: Formatter = english,
): string => {
  const hours = quietSeconds(config) / secondsPerHour;
  const pause =
    hours === 0 ? "" : ` Each of them at most once in ${counted(hours, "hour", "hours", format)}.`;
  const soon = isLive(config) ? " Those whose events arrive, within seconds." : "";
  return `Reports ${reportedBy(config, `“${subject}”`, format)}.${soon}${pause}`;
};

const reportedBy = (config: TriggerConfig, subject: string, format: Formatter): string => {
  const { crosses, cohort, movers } = config.when;
  if (cohort) {
    const verbs = { enters: "enter", leaves: "leave", both: "enter or leave" };
    return `customers who ${verbs[cohort.on ?? "both"]} ${subject}`;
  }
  if (movers) {
    const verbs = { up: "rose", down: "fell", both: "changed" };
    return `the ${counted(movers.most ?? 20, "customer", "customers", format)} whose chance for ${subject} ${verbs[movers.direction ?? "both"]} most since the day before`;
  }
  const { risesAt, fallsBelow } = crossingRule(config)!;
  const [high, low] = [format.percent(risesAt), format.percent(fallsBelow)];
  const ways = {
    up: `reaches ${high}, from below ${low}`,
    down: `falls below ${low}, from ${high} or more`,
    both: `reaches ${high} or falls below ${low}`,
  };
  return `customers whose chance for ${subject} ${ways[crosses!.direction ?? "up"]}`;
};
