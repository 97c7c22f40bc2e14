// The builds in progress: their number in the header, and the time left and each with its step in the panel below.

import { Link } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import { capitalized } from "../../src/words/plural.js";
import { type Kind, pageOf } from "../api/kinds.js";
import { type Notice, useNotices } from "../api/live.js";
import { formatCounted, formatDuration } from "../ui/format.js";
import { Popover } from "../ui/popover.js";
import { BuildState, StatusBadge } from "../ui/status.js";
import { buildsOf } from "./builds.js";
import styles from "./layout.module.css";

export const BuildsMenu = () => {
  const { running, queued, secondsLeft } = buildsOf([...useNotices().values()]);
  const count = running.length + queued;
  if (count === 0) return null;
  const builds = formatCounted(count, "build");
  const left = secondsLeft === undefined ? "" : `, ${formatDuration(secondsLeft)} left`;
  return (
    <Popover
      look="quiet"
      label={
        <>
          <span className={styles.dot} data-count={count} />
          <span className={styles.buildsText}>
            {builds}
            {/* In sight it would push the menu onto a second line, and the page down. */}
            <span className="visually-hidden">{left}</span>
          </span>
        </>
      }
    >
      {() => (
        <ul className={styles.builds} aria-label="Builds in progress">
          {count > 1 && secondsLeft !== undefined && (
            <li className="small soft">{capitalized(formatDuration(secondsLeft))} left in all.</li>
          )}
          {running.map((build) => (
            <Build key={build.id} build={build} />
          ))}
          {queued > 0 && <li className="small soft">{queued} more in the queue.</li>}
        </ul>
      )}
    </Popover>
  );
};

const Build = ({ build }: { build: Notice }) => (
  <li>
    <p>
      {build.resource_type === "people" ? (
        <Link to="/people">People</Link>
      ) : (
        <>
          <span className="soft">{resourceLabels[build.resource_type as Kind].one} </span>
          <Link to={pageOf(build.resource_type as Kind, build.id)}>{build.name}</Link>
        </>
      )}{" "}
      <StatusBadge of={build} />
    </p>
    <BuildState of={build} />
  </li>
);
