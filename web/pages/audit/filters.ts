// Filters of the audit log: who, what, and from which day to which.

import type { actionLabels } from "../../../src/words/audit.js";

export interface AuditFilters {
  /** Name of a key, e-mail address of a person, or ID. */
  actor: string;
  action: keyof typeof actionLabels | "";
  /** First and last day in the reader's time zone, as `2026-01-31`; empty: no limit. */
  from: string;
  to: string;
}

export const noFilters: AuditFilters = { actor: "", action: "", from: "", to: "" };

/** The query of the API. The last day is included. */
export const queryOf = ({ actor, action, from, to }: AuditFilters) => ({
  ...(actor.trim() && { actor: actor.trim() }),
  ...(action && { action }),
  ...(from && { since: startOf(from, 0) }),
  ...(to && { until: startOf(to, 1) }),
});

/** Midnight of the day, or of one that follows. */
const startOf = (day: string, daysLater: number): string => {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
};
