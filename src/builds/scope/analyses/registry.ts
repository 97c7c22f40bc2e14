// Analyses of pipelines, in the order in which they run: columns that one adds are there for those after it.

import { activeValue } from "./active-value.js";
import type { Analysis } from "./analysis.js";
import { changes } from "./changes.js";
import { contacts } from "./contacts.js";
import { distribution } from "./distribution.js";
import { explanations } from "./explanations.js";
import { formerHoldout } from "./former-holdout.js";
import { holdout } from "./holdout.js";
import { horizons } from "./horizons.js";
import { lastingHoldout } from "./lasting-holdout.js";
import { location } from "./location.js";
import { outside } from "./outside.js";
import { performance } from "./performance.js";
import { recurring } from "./recurring.js";
import { value } from "./value.js";

export const analyses: readonly Analysis[] = [
  distribution,
  outside,
  value,
  activeValue,
  recurring,
  horizons,
  explanations,
  holdout,
  formerHoldout,
  lastingHoldout,
  contacts,
  location,
  performance,
  changes,
];
