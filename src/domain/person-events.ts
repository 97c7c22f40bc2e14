// What one person did, the newest first, a page at a time. A page ends at an event and not at a moment, for several events may
// share a second; the rest of that second is then on the next.

import type { EpochSeconds } from "./resource.js";

/** Where a page begins: before the instant (null: among events without one), `passed` of the instant's own events further on. */
export interface EventsCursor {
  time: EpochSeconds | null;
  passed: number;
}

export interface PersonEventsRequest {
  id: string;
  /** Null: with the newest. */
  from: EventsCursor | null;
  limit: number;
}

export interface PersonEvent {
  /** Null in a stream without dates. */
  time: EpochSeconds | null;
  /** Machine name. */
  stream: string;
  /** Null: the event has no value. */
  value: number | null;
  /** Those that the event has. */
  properties: Record<string, string | number>;
}

export interface PersonEvents {
  events: PersonEvent[];
  total: number;
  /** Null: these were the last. */
  next: EventsCursor | null;
}
