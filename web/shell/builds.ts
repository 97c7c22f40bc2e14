// Builds in progress, from the service's notices. Replays go on behind them, on their own page.

import type { Notice } from "../api/live.js";

export interface Builds {
  running: readonly Notice[];
  /** The number of those that wait for their turn. */
  queued: number;
  /** Until the last running one is done; undefined while that of any is unknown. */
  secondsLeft: number | undefined;
}

export const buildsOf = (notices: readonly Notice[]): Builds => {
  const built = notices.filter(
    ({ resource_type, archived_at, deleted }) =>
      resource_type !== "mail" && resource_type !== "replays" && !archived_at && !deleted,
  );
  const running = built.filter(({ status }) => status === "running");
  const queued = built.filter(({ status }) => status === "starting").length;
  const left = running.map(({ seconds_left }) => seconds_left);
  const isKnown = left.length > 0 && left.every((seconds) => seconds !== undefined);
  return { running, queued, secondsLeft: isKnown ? Math.max(...left) : undefined };
};
