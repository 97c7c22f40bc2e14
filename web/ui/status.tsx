// The status of a resource: a badge, and while it is built, its progress and the time left.

import type { Status } from "../api/kinds.js";
import { useNotice } from "../api/live.js";
import { classNames } from "./class-names.js";
import { formatDuration, formatPercent } from "./format.js";
import styles from "./status.module.css";

interface Building {
  id: string;
  status: Status;
  status_error?: string | undefined;
  waiting_for?: string | undefined;
  progress?: number | undefined;
  progress_text?: string | undefined;
  archived_at?: string | undefined;
}

const statusLabels: Record<Status, string> = {
  new: "Waiting",
  starting: "Queued",
  running: "Building",
  ready: "Ready",
  error: "Failed",
};

/** Fields that a notice has only if they hold. */
const cleared = {
  status_error: undefined,
  waiting_for: undefined,
  progress: undefined,
  progress_text: undefined,
};

/** The newest status: a notice is newer than what was read. */
export const useBuilding = (read: Building): Building & { seconds_left?: number | undefined } => {
  const notice = useNotice(read.id);
  return notice ? { ...read, ...cleared, ...notice } : read;
};

export const StatusBadge = ({ of }: { of: Building }) => {
  const building = useBuilding(of);
  const { status, archived_at } = building;
  return (
    <span className={classNames(styles.badge, archived_at ? styles.archived : styles[status])}>
      {statusText(building)}
    </span>
  );
};

export const statusText = ({
  status,
  progress,
  archived_at,
}: Pick<Building, "status" | "progress" | "archived_at">): string => {
  if (archived_at) return "Archived";
  return status === "running" && progress !== undefined
    ? `${statusLabels[status]} ${formatPercent(progress)}`
    : statusLabels[status];
};

/** The state of a build, for the page of a resource: progress with step and time left, or the error and what to do. */
export const BuildState = ({ of }: { of: Building }) => {
  const { status, status_error, waiting_for, progress, progress_text, seconds_left, archived_at } =
    useBuilding(of);
  if (archived_at) return null;
  if (status === "error" && status_error)
    return (
      <div role="alert" className={styles.error}>
        {status_error}
      </div>
    );
  if (waiting_for)
    return (
      <p role="status" className={status === "starting" ? styles.waiting : undefined}>
        {waiting_for}
      </p>
    );
  if (status !== "running" && status !== "starting") return null;
  return (
    <div className={styles.building}>
      <progress max={1} value={progress} aria-label="Build progress" />
      <p role="status" className="small">
        {progress_text ?? statusLabels[status]}
        {seconds_left !== undefined && `, ${formatDuration(seconds_left)} left`}
      </p>
    </div>
  );
};
