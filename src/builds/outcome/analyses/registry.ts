// Analyses of outcomes, in the order in which they learn.

import { activeValue } from "./active-value.js";
import type { OutcomeAnalysis } from "./analysis.js";
import { horizons } from "./horizons.js";
import { value } from "./value.js";

export const outcomeAnalyses: readonly OutcomeAnalysis[] = [value, activeValue, horizons];
