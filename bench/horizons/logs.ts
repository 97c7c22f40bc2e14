// Public logs on which horizons are judged. Each is judged at its own day and at two days `stepDays` and
// twice as many before it; all horizons end within the log.

import type { LogName } from "../scoreboard/public-data.js";

export interface HorizonsLog {
  name: Exclude<LogName, "oulad">;
  /** The last day of the newest history. */
  through: string;
  stepDays: number;
  /** The outcome's own horizon. */
  horizonDays: number;
  /** Ascending, the own one among them. */
  horizons: number[];
}

export const horizonsLogs: HorizonsLog[] = [
  {
    name: "grocery",
    through: "2007-06-30",
    stepDays: 30,
    horizonDays: 91,
    horizons: [7, 30, 91, 182],
  },
  {
    name: "completejourney",
    through: "2017-10-31",
    stepDays: 30,
    horizonDays: 30,
    horizons: [7, 14, 30, 60],
  },
  {
    name: "online_retail",
    through: "2011-10-09",
    stepDays: 28,
    horizonDays: 28,
    horizons: [7, 14, 28, 56],
  },
  {
    name: "cdnow",
    through: "1997-12-28",
    stepDays: 28,
    horizonDays: 91,
    horizons: [7, 30, 91, 182],
  },
];
