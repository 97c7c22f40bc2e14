// Events as they arrive, in words: what the last minute brought, how soon cohorts and scores follow, and why an event was
// refused.

import type { Formatter } from "./format.js";
import { counted } from "./plural.js";

interface LastMinute {
  taken: number;
  repeated: number;
  refused: number;
  people: number;
  has_more_people: boolean;
}

/** "540 events of 131 people in the last minute, 9 a second; 1 refused; 2 sent before." */
export const minuteSentence = (minute: LastMinute, format: Formatter): string => {
  const { taken, repeated, refused, people, has_more_people: isMore } = minute;
  if (taken + repeated + refused === 0) return "Nothing arrived in the last minute.";
  const who = isMore
    ? `more than ${format.count(people)} people`
    : counted(people, "person", "people", format);
  const events = counted(taken, "event", "events", format);
  const rate = taken >= 60 ? `, ${format.count(Math.round(taken / 60))} a second` : "";
  return `${[
    `${events}${taken > 0 ? ` of ${who}` : ""} in the last minute${rate}`,
    ...(refused > 0 ? [`${format.count(refused)} refused`] : []),
    ...(repeated > 0 ? [`${format.count(repeated)} sent before`] : []),
  ].join("; ")}.`;
};

interface Delays {
  cohort_seconds?: number | undefined;
  score_seconds?: number | undefined;
}

/** "Cohorts follow within about 20 seconds, scores within about 25 seconds." Empty where nothing was built yet. */
export const delaySentence = (delays: Delays, format: Formatter): string => {
  const { cohort_seconds: cohorts, score_seconds: scores } = delays;
  if (cohorts === undefined) return "";
  const within = (seconds: number): string => `within ${format.duration(seconds)}`;
  const sentence = `Cohorts follow ${within(cohorts)}`;
  return scores === undefined ? `${sentence}.` : `${sentence}, scores ${within(scores)}.`;
};

interface LiveMoment {
  newer_events: number;
  waiting_records: number;
}

/** "3 events newer than the last build." `isRead`: an answer has come. */
export const liveSentence = (moment: LiveMoment | undefined, isRead: boolean, format: Formatter): string => {
  if (!isRead) return "Reading live scores …";
  if (!moment) return "As of the last build.";
  const { newer_events: newer, waiting_records: waiting } = moment;
  if (newer > 0) return `${counted(newer, "event", "events", format)} newer than the last build.`;
  if (waiting > 0) return `${counted(waiting, "record", "records", format)} for the next build.`;
  return "As of now: nothing newer than the last build.";
};

interface Refusal {
  line?: number | undefined;
  field?: string | undefined;
  note?: string | undefined;
}

/** "value, line 3: Send a number, such as 24.90." A refusal of a whole request says only why. */
export const arrivalRefusal = ({ line, field, note = "" }: Refusal): string => {
  const place = [...(field ? [field] : []), ...(line !== undefined && line > 1 ? [`line ${line}`] : [])];
  return place.length === 0 ? note : `${place.join(", ")}: ${note}`;
};
