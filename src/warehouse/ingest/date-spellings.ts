// Spelling of dates as people and their programs write them: months in thirty languages, the year first
// before Chinese and Korean marks, weekdays, zones, times with dots or in halves of the day. It is rewritten
// as one of the formats that columns have, so that each format stays one shape and one pattern.

import { withLatinCharacters } from "../../domain/people/identity/text.js";
import { gregorianDay } from "./calendars.js";

/**
 * The languages whose names of months and weekdays are known, from the locale data of the runtime. Croatian
 * is not one of them, since its October is the November of others.
 */
const languages =
  "en de de-AT fr es pt it nl sv da nb pl cs sk fi et lv lt sl tr ru uk bg el hu ro ca id".split(" ");

/**
 * Minutes east of Greenwich, of zones whose abbreviation has one meaning. `CST` is half a day away in China from
 * where it is in America.
 */
const zoneMinutes: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  CET: 60,
  CEST: 120,
  MEZ: 60,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  EST: -300,
  EDT: -240,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};

const morning = "a[.]? ?m[.]?|π[.]? ?μ[.]?|오전|凌晨|清晨|早上|上午|午前";
const afternoon = "p[.]? ?m[.]?|μ[.]? ?μ[.]?|오후|中午|下午|晚上|午後";
const half = `${morning}|${afternoon}`;
const isAfternoon = new RegExp(`^(${afternoon})$`, "iu");
const atWords = "at|um|à|a|les|las|às|om|o|kl|klo|kello|kell|den|alle|la|ore|godz|v|ob|u|в|о|στις|pukul|@";
const time = new RegExp(
  `^(?<date>.*?[\\d.)日일\\p{L}])(?:[ ,]+(?:(?:${atWords})[.]?,? )*|:|T(?=\\d))(?<before>${half})? ?(?<hour>\\d{1,2})(?:[:.h]|[時时시点] ?)` +
    `(?<minute>\\d{2})(?:(?:[:.m]|[분分] ?)(?<second>\\d{2})(?:[.,]\\d+)?)?[s秒초분分]?(?: ч[.])? ?(?<after>${half})?(?<zone>.*)$`,
  "iu",
);
const zoned = /^ ?(?<name>[A-Z]{1,4})?(?:(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?)?(?: \(.*\))?$/u;
const compact = /^(?<date>\d{8})T(?<hour>\d{2}):?(?<minute>\d{2})(?::?(?<second>\d{2}))?(?<zone>.*)$/u;
/** `20250105100500`, as tills and telephone networks write it. */
const digitsAlone = /^(?<date>\d{8})(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?<second>[0-5]\d)$/u;
/** `10:05 Uhr`, `10:05 hs.` */
const hourWord = /(?<=:\d{2}) ?(?:uhr|hs|hrs?|h|godz|ч|час\p{L}*)[.]?$/iu;
const longestText = 80;

/**
 * A date, with or without a time, as `2025/1/5 10:05:00 +0100` or `5 Jan 2025`. Numbers that may be day or
 * month stay in their order. Null for a text that is no date, and where nothing is to be changed.
 */
export const usualDate = (text: string): string | null => {
  if (text.length > longestText || /[\r\n]/u.test(text)) return null;
  const plain = withLatinCharacters(text)
    .replace(/[\u200e\u200f\u061c]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(hourWord, "");
  const parts = (compact.exec(plain) ?? digitsAlone.exec(plain) ?? time.exec(plain))?.groups;
  const clock = parts ? clockOf(parts) : "";
  const day = usualDay(parts ? parts.date! : plain);
  const date = day && gregorianDay(day);
  if (date === null || clock === null) return null;
  const usual = date + clock;
  return usual === text ? null : usual;
};

/** ` 14:05:00 +0100`, without an offset where the text has none; null for what is no time. */
const clockOf = ({ hour, minute, second = "00", before, after, zone = "" }: TextParts): string | null => {
  const offset = offsetOf(zone);
  if (offset === null) return null;
  const part = before ?? after;
  const isLate = part !== undefined && isAfternoon.test(part);
  if (part !== undefined && !isLate && Number(hour) > 12) return null;
  const hours = part === undefined ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0);
  return ` ${twoDigits(hours)}:${minute}:${second}${offset}`;
};

const twoDigits = (number: number): string => String(number).padStart(2, "0");

type TextParts = Readonly<Record<string, string | undefined>>;

const offsetOf = (zone: string): string | null => {
  const { name, sign, hours, minutes = "00" } = zoned.exec(zone)?.groups ?? { name: zone };
  if (name && !Object.hasOwn(zoneMinutes, name)) return null;
  if (sign) return ` ${sign}${hours!.padStart(2, "0")}${minutes}`;
  if (!name) return "";
  const east = zoneMinutes[name]!;
  const [hour, minute] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60];
  return ` ${east < 0 ? "-" : "+"}${twoDigits(hour)}${twoDigits(minute)}`;
};

const usualDay = (text: string): string | null => {
  const yearFirst =
    /^(\d{4}) ?[年년.] ?(\d{1,2}) ?[月월.] ?(\d{1,2}) ?[日일.]?(?: ?\(?\p{Lo}{1,3}\)?)?$/u.exec(text);
  if (yearFirst) return yearFirst.slice(1).join("/");
  const day = text.replace(/,+$/u, "").replace(/ (г|р|года|року)[.]?$/u, "");
  const dotted = /^(\d{1,2})[.] ?(\d{1,2})[.] ?(\d{4}|\d{2})[.]?$/u.exec(day);
  if (dotted) return dotted.slice(1).join(".");
  return /^[\d/-]+$/u.test(day) ? day : namedDay(day);
};

const fillers = /^(of|de|del|the|den|d|le|el|m|gada)$/u;

/** `5 Jan 2025` of a text with the name of a month. */
const namedDay = (text: string): string | null => {
  const { months, weekdays } = knownNames();
  const words = plainName(text)
    .split(/[\s\-/.,’']+/u)
    .filter((word) => word !== "" && !fillers.test(word));
  // `mar. 5 janv. 2025` begins with a Tuesday, which is March elsewhere.
  const named = words.findLast((word) => months.has(word));
  const numbers = words
    .filter((word) => word !== named && !weekdays.has(word))
    .map((word) => /^(\d{1,4})(er|st|nd|rd|th|º|ª)?$/u.exec(word)?.[1]);
  const [first, second] = numbers;
  if (!named || numbers.length !== 2 || !first || !second) return null;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return day.length <= 2 ? `${day} ${englishMonths[months.get(named)!]} ${year}` : null;
};

const englishMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const plainName = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}|[.]$/gu, "");

interface Names {
  months: ReadonlyMap<string, number>;
  weekdays: ReadonlySet<string>;
}

let found: Names | undefined;
const knownNames = (): Names => {
  found ??= findNames();
  return found;
};

/** A name that is of several months in several languages is that of the first language. */
const findNames = (): Names => {
  const months = new Map<string, number>();
  const weekdays = new Set<string>();
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day));
  for (const language of languages)
    for (const width of ["long", "short"] as const) {
      // The name of a month has another form beside a day.
      for (const day of [undefined, "numeric"] as const)
        for (const [month, name] of namesOf("month", language, { month: width, day }, days).entries())
          if (/^\p{L}{2,}$/u.test(name) && !months.has(name)) months.set(name, month);
      for (const name of namesOf("weekday", language, { weekday: width }, week))
        for (const word of name.split(/[\s-]/u)) weekdays.add(word);
    }
  return { months, weekdays };
};

const namesOf = (
  type: "month" | "weekday",
  language: string,
  options: Intl.DateTimeFormatOptions,
  days: readonly number[],
): string[] => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return days.map((day) => plainName(format.formatToParts(day).find((part) => part.type === type)!.value));
};
