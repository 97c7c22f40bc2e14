// Strategies of reading the rows of a dataset, in the order in which they are tried. The last reads all rows.

import { added } from "./added.js";
import type { Strategy } from "./strategy.js";
import { text } from "./text.js";
import { typed } from "./typed.js";

export const strategies: readonly Strategy[] = [added, typed, text];
