// Condition of a trigger, as it is judged: its rule, its quiet period, and what it watches. Apart from the schema, whose library
// the console does not load.

import type { TriggerEvent } from "../account/webhook.js";
import { secondsPerHour } from "../resource/resource.js";
import type { ShownIdentifier, TriggerConfig } from "./trigger.js";
import type { CrossingRule, MoverRule } from "./trigger-rule.js";

/** The pipeline and the outcome whose probabilities are watched; null for a cohort. */
export const watchedScores = ({ when }: TriggerConfig): { scope_id: string; outcome_id: string } | null =>
  when.crosses ?? when.movers ?? null;

/** Whether people are judged between builds, too. */
export const isLive = ({ when }: TriggerConfig): boolean =>
  (when.crosses?.live ?? when.cohort?.live) === true;

/** What is watched: what is remembered of people holds for it, however often they are judged. */
export const watchedCondition = ({ when }: TriggerConfig): TriggerConfig["when"] => {
  const { crosses, cohort: watched } = when;
  if (crosses) return { crosses: withoutLive(crosses) };
  return watched ? { cohort: withoutLive(watched) } : when;
};

const withoutLive = <T extends { live?: boolean | undefined }>({ live: _, ...rest }: T) => rest;

export const quietSeconds = ({ when, quiet_hours }: TriggerConfig): number =>
  secondsPerHour * (quiet_hours ?? (when.movers ? 0 : 24));

export const identifiersShown = ({
  identifiers = ["customer_id", "email"],
}: TriggerConfig): readonly ShownIdentifier[] => identifiers;

/** The rule by which people are judged; null for movers. */
export const crossingRule = (config: TriggerConfig): CrossingRule | null => {
  const { crosses, cohort: watched } = config.when;
  const quiet = quietSeconds(config);
  if (crosses) return { ...bandOf(crosses), quietSeconds: quiet };
  if (!watched) return null;
  const { on = "both" } = watched;
  // Members have 1 and others 0.
  const reports = { up: on !== "leaves", down: on !== "enters" };
  return { risesAt: 1, fallsBelow: 1, reports, isNewBelow: true, quietSeconds: quiet };
};

type Crossing = NonNullable<TriggerConfig["when"]["crosses"]>;

/** The margin is on the side that people come from; with both directions, below. */
const bandOf = ({ direction = "up", include_new: isNewBelow = false, ...crossing }: Crossing) => ({
  ...boundsOf({ direction, ...crossing }),
  reports: { up: direction !== "down", down: direction !== "up" },
  isNewBelow,
});

const usualMargin = 0.05;

const boundsOf = ({ probability, direction = "up", margin: given }: Crossing) => {
  const margin = given ?? Math.min(usualMargin, probability / 4, (1 - probability) / 4);
  return direction === "down"
    ? { risesAt: probability + margin, fallsBelow: probability }
    : { risesAt: probability, fallsBelow: probability - margin };
};

/** Whether nobody could be as far on the other side as the margin asks for. */
export const isMarginTooWide = (crossing: Crossing): boolean => {
  const { risesAt, fallsBelow } = boundsOf(crossing);
  return risesAt > 1 || fallsBelow <= 0;
};

export const moverRule = (config: TriggerConfig): MoverRule | null => {
  const { movers: watched } = config.when;
  if (!watched) return null;
  const { most = 20, direction = "both", least_change: leastChange = 0.05 } = watched;
  return { most, direction, leastChange, quietSeconds: quietSeconds(config) };
};

/** The event of somebody who changed sides. */
export const crossingEvent = ({ when }: TriggerConfig, direction: "up" | "down"): TriggerEvent => {
  if (!when.cohort) return "people.crossed";
  return direction === "up" ? "people.entered" : "people.left";
};
