// Shapes of made-up logs: how often people buy over time. All shapes have the same people, who differ in how
// often they buy and how easily they stop; only the days differ. The multiplier of the rates is known for
// every day, also after the log ends.

import type { OutcomeConfig } from "../../src/domain/outcome/outcome.js";

export interface Shape {
  /** Length of the horizon at the end of the log. */
  horizonDays: number;
  /** Given in its place: a horizon of the calendar that is as long there. */
  calendar?: Pick<OutcomeConfig, "horizon_months" | "horizon_through"> | undefined;
  /** When the log ends: the beginning of the day after its last. */
  end: number;
  /** Days from the first possible first purchase to the end of the log. */
  days: number;
  /** Purchases of a usual person per day at a multiplier of 1. */
  perDay: number;
  /**
   * Multiplier of everyone's rate on a day, in days before the end of the log: 1 is the last day, 0 and below
   * the future.
   */
  rateOn: (daysAgo: number) => number;
  /** Relative number of people who join on a day. */
  joinersOn: (daysAgo: number) => number;
}

const end = Date.UTC(2025, 6, 1);
const yearDays = 365;
const windowDays = 30;
const halvedDaysAgo = 120;

/** Open for 30 days before the end and after it, and on the same days of the two years before. */
const openOn = (daysAgo: number): number => (daysAgo <= 0 || (daysAgo - 1) % yearDays < windowDays ? 1 : 0);

/** Highest a quarter of a year after the end, at nine times the lowest. */
const inSeason = (daysAgo: number): number => 1 + 0.8 * Math.sin((-2 * Math.PI * daysAgo) / yearDays);

export const shapes: Record<string, Shape> = {
  holes: {
    horizonDays: 7,
    end,
    days: 2 * yearDays + windowDays,
    perDay: 0.04,
    rateOn: openOn,
    joinersOn: openOn,
  },
  tenfold: {
    horizonDays: 60,
    end,
    days: 1000,
    perDay: 0.008,
    rateOn: () => 1,
    joinersOn: (daysAgo) => (daysAgo > yearDays ? 1 : 10),
  },
  season: {
    horizonDays: 60,
    end,
    days: 1400,
    perDay: 0.008,
    rateOn: inSeason,
    joinersOn: inSeason,
  },
  halves: {
    horizonDays: 60,
    end,
    days: 800,
    perDay: 0.008,
    rateOn: (daysAgo) => (daysAgo > halvedDaysAgo ? 1 : 0.5),
    joinersOn: () => 1,
  },
};
