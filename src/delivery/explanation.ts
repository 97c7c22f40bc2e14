// An explanation as it is delivered: a JSON list of the strongest reasons, in words, with the value and the
// effect behind each.

import type { Feature } from "../domain/outcome/features/feature.js";
import { exactReason } from "../words/reasons.js";

/** A feature, its value (NaN where not known) and the log-odds that it brings. */
export interface FoundReason {
  feature: Feature;
  value: number;
  effect: number;
}

/**
 * `[{"feature":"days_since_last_transaction","reason":"last transaction 12 days
 * ago","value":12,"effect":0.41,"direction":"for"}]`
 */
export const explanationJson = (reasons: readonly FoundReason[]): string =>
  JSON.stringify(
    reasons.map(({ feature, value, effect }) => ({
      feature: feature.name,
      reason: exactReason(feature, value),
      value: Number.isNaN(value) ? null : Number(value.toPrecision(6)),
      effect: Number(effect.toFixed(4)),
      direction: effect > 0 ? "for" : "against",
    })),
  );
