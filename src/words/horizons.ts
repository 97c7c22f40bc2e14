// Horizons in words: why one has no test, and how many people are expected within each.

import type { HorizonTestedOn } from "../domain/outcome/horizons.js";
import { english, type Formatter } from "./format.js";
import { people } from "./plural.js";

export const horizonNotTested = (tested: HorizonTestedOn): string =>
  tested === "not predicted" ? "Not predicted: history too short" : "Not tested: history too short";

export interface ExpectedDates {
  dated: number;
  unlikely: number;
  within_days: number;
}

/** "612 people have an expected date within 365 days; 1,182 are unlikely to reach the goal by then." */
export const datesSentence = (
  { dated, unlikely, within_days }: ExpectedDates,
  format: Formatter = english,
): string =>
  `${people(dated, format)} ${dated === 1 ? "has" : "have"} an expected date within ${format.days(within_days)}; ` +
  `${format.count(unlikely)} ${unlikely === 1 ? "is" : "are"} unlikely to reach the goal by then.`;
