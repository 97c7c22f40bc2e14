// How far a resource is, in a word and a colour; while it is built, how much is done and how long it may still take.

import type { Status } from "../api/kinds.js";
import { useNotice } from "../api/live.js";
import { classNames } from "./class-names.js";
import { formatDuration, formatPercent } from "./format.js";
import styles from "./status.module.css";

interface Building {
  id: string;
  status: Status;
  status_error?: string | undefined;
  progress?: number | undefined;
  progress_text?: string | undefined;
  archived_at?: string | undefined;
}

const wordOf: Record<Status, string> = {
  new: "Waiting for data",
  starting: "Queued",
  running: "Building",
  ready: "Ready",
  error: "Needs attention",
};

/** What is known of it now: a notice is newer than what was read. */
export const useBuilding = (read: Building): Building & { seconds_left?: number | undefined } => {
  const notice = useNotice(read.id);
  return notice ? { ...read, progress: undefined, progress_text: undefined, ...notice } : read;
};

export const StatusBadge = ({ of }: { of: Building }) => {
  const building = useBuilding(of);
  const { status, archived_at } = building;
  return (
    <span className={classNames(styles.badge, archived_at ? styles.archived : styles[status])}>
      {statusInWords(building)}
    </span>
  );
};

export const statusInWords = ({ status, progress, archived_at }: Building): string => {
  if (archived_at) return "Archived";
  return status === "running" && progress !== undefined
    ? `${wordOf[status]} ${formatPercent(progress)}`
    : wordOf[status];
};

/** The whole story, for the page of one resource: a bar with its step and time left, or what to do. */
export const BuildState = ({ of }: { of: Building }) => {
  const { status, status_error, progress, progress_text, seconds_left, archived_at } = useBuilding(of);
  if (archived_at) return null;
  if (status === "error" && status_error)
    return (
      <div role="alert" className={styles.error}>
        {status_error}
      </div>
    );
  if (status === "new" && status_error) return <p role="status">{status_error}</p>;
  if (status !== "running" && status !== "starting") return null;
  return (
    <div className={styles.building}>
      <progress max={1} value={progress} aria-label="Share done" />
      <p role="status" className="small">
        {progress_text ?? wordOf[status]}
        {seconds_left !== undefined && `, ${formatDuration(seconds_left)} left`}
      </p>
    </div>
  );
};
