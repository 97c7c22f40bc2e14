// Rhythms of made-up logs: the days on which people can buy at all, with trends, a season and a hole. Every
// rhythm ends just after one of its days, since a log ends with its newest event.

import type { Shape } from "./shape.js";

interface Rhythm {
  /** Whether anybody can buy on a day. */
  isOpen: (day: Date) => boolean;
  /** The day after the last of the log. */
  end: number;
  years: number;
  /** Purchases of a usual person on an open day. */
  perOpenDay: number;
  horizonDays: number;
  calendar?: Shape["calendar"];
}

const dayMs = 86_400_000;
const yearDays = 365;

const weekday = { sunday: 0, saturday: 6 };
const isMonthOf = (months: readonly number[]) => (day: Date) => months.includes(day.getUTCMonth() + 1);
const isFirst = (day: Date) => day.getUTCDate() === 1;
/** An even number of weeks since a Sunday. */
const isSecondSunday = (day: Date) =>
  day.getUTCDay() === weekday.sunday && Math.round((day.getTime() - Date.UTC(2023, 0, 1)) / dayMs) % 14 === 0;
const isHoliday = (day: Date) => {
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
  return month === 7 || month === 8 || (month === 12 && date > 20) || (month === 4 && date < 15);
};

const rhythms: Record<string, Rhythm> = {
  daily: { isOpen: () => true, end: Date.UTC(2025, 6, 1), years: 3, perOpenDay: 0.01, horizonDays: 30 },
  weekdays: {
    isOpen: (day) => day.getUTCDay() % weekday.saturday !== 0,
    end: Date.UTC(2025, 6, 2),
    years: 3,
    perOpenDay: 0.014,
    horizonDays: 30,
  },
  weekly: {
    isOpen: (day) => day.getUTCDay() === weekday.saturday,
    end: Date.UTC(2025, 5, 29),
    years: 2,
    perOpenDay: 0.2,
    horizonDays: 14,
  },
  fortnightly: {
    isOpen: isSecondSunday,
    end: Date.UTC(2025, 5, 23),
    years: 3,
    perOpenDay: 0.4,
    horizonDays: 30,
  },
  monthly: { isOpen: isFirst, end: Date.UTC(2025, 6, 2), years: 3, perOpenDay: 1.5, horizonDays: 31 },
  monthly_calendar: {
    isOpen: isFirst,
    end: Date.UTC(2025, 6, 2),
    years: 3,
    perOpenDay: 1.5,
    horizonDays: 31,
    calendar: { horizon_months: 1 },
  },
  monthly_next: {
    isOpen: isFirst,
    end: Date.UTC(2025, 6, 2),
    years: 3,
    perOpenDay: 1.5,
    horizonDays: 61,
    calendar: { horizon_through: "next_month" },
  },
  weekdays_month: {
    isOpen: (day) => day.getUTCDay() % weekday.saturday !== 0,
    end: Date.UTC(2025, 6, 16),
    years: 3,
    perOpenDay: 0.014,
    horizonDays: 16,
    calendar: { horizon_through: "this_month" },
  },
  quarterly: {
    isOpen: (day) => isFirst(day) && isMonthOf([1, 4, 7, 10])(day),
    end: Date.UTC(2025, 6, 2),
    years: 6,
    perOpenDay: 1.5,
    horizonDays: 92,
  },
  yearly: {
    isOpen: (day) => isMonthOf([12])(day) && day.getUTCDate() <= 24,
    end: Date.UTC(2024, 11, 25),
    years: 9,
    perOpenDay: 0.06,
    horizonDays: 365,
  },
  terms: {
    isOpen: (day) => !isHoliday(day),
    end: Date.UTC(2025, 9, 15),
    years: 3,
    perOpenDay: 0.02,
    horizonDays: 30,
  },
  summers: {
    isOpen: isMonthOf([6, 7, 8]),
    end: Date.UTC(2025, 6, 10),
    years: 4,
    perOpenDay: 0.04,
    horizonDays: 30,
  },
};

type Course = (daysAgo: number) => number;

const holeFrom = 0.2;
const holeUntil = 0.3;
/** Change a year. */
const growth = 1.5;

/** What becomes of rates over time, for a log of so many days. `season` is highest in December. */
const courses: Record<string, (days: number, end: number) => Course> = {
  flat: () => () => 1,
  grows: () => (daysAgo) => growth ** (-daysAgo / yearDays),
  declines: () => (daysAgo) => growth ** (daysAgo / yearDays),
  ends: () => (daysAgo) => (daysAgo > 150 ? 1 : 0.4 ** (1 - daysAgo / 150)),
  season: (_, end) => (daysAgo) =>
    1 +
    0.6 *
      Math.cos(
        (2 * Math.PI * ((end - daysAgo * dayMs - Date.UTC(2024, 11, 15)) / dayMs)) / (yearDays + 0.25),
      ),
  hole: (days) => (daysAgo) => (daysAgo > holeFrom * days && daysAgo <= holeUntil * days ? 0 : 1),
};

const shapeOf = (rhythm: Rhythm, course: (days: number, end: number) => Course): Shape => {
  const days = Math.round(rhythm.years * yearDays);
  const rate = course(days, rhythm.end);
  const rateOn = (daysAgo: number) =>
    rhythm.isOpen(new Date(rhythm.end - daysAgo * dayMs)) ? rate(daysAgo) : 0;
  return {
    horizonDays: rhythm.horizonDays,
    calendar: rhythm.calendar,
    end: rhythm.end,
    days,
    perDay: rhythm.perOpenDay,
    rateOn,
    joinersOn: rateOn,
  };
};

/** A shape for each rhythm and course, such as `monthly` or `monthly_declines`. */
export const rhythmShapes: Record<string, Shape> = Object.fromEntries(
  Object.entries(rhythms).flatMap(([rhythm, facts]) =>
    Object.entries(courses).map(([course, of]) => [
      course === "flat" ? rhythm : `${rhythm}_${course}`,
      shapeOf(facts, of),
    ]),
  ),
);
