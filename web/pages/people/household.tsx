// Others of the same residence: mostly family, and now and then the same person once more.

import { Link } from "wouter";
import { formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { Merge } from "./merge.js";
import styles from "./merge.module.css";
import type { Person } from "./read.js";
import { titleOf } from "./words.js";

export const Household = ({ person }: { person: Person }) => {
  const { household } = person;
  if (household.length === 0) return null;
  return (
    <Panel title="Others of the same residence">
      <ul className={styles.people}>
        {household.map((other) => (
          <li key={other.id} className={styles.person}>
            <span>
              <Link to={`/people/${other.id}`}>{titleOf(other.fields)}</Link>{" "}
              <span className="small soft">{formatCounted(other.record_count, "record")}</span>
            </span>
            <Merge person={person} other={other} />
          </li>
        ))}
      </ul>
    </Panel>
  );
};
