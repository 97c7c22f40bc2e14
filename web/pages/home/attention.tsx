// What needs its owner, each with what to do and the way to where it is done.

import { Link } from "wouter";
import { classNames } from "../../ui/class-names.js";
import { Panel } from "../../ui/panel.js";
import styles from "./home.module.css";
import type { Matter } from "./matters.js";

export const Attention = ({ matters }: { matters: readonly Matter[] }) => (
  <Panel title="Needs attention">
    {matters.length === 0 ? (
      <p className="soft">Nothing. Everything that is in use was built, and no verdict has a warning.</p>
    ) : (
      <ul className={styles.matters}>
        {matters.map(({ key, isGrave, title, note, to }) => (
          <li key={key} className={classNames(styles.matter, isGrave && styles.grave)}>
            <h3>
              <Link to={to}>{title}</Link>
            </h3>
            <p className="small">{note}</p>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);
