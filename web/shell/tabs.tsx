// The tabs of a page: its parts, each a page of its own with an address.

import { Link } from "wouter";
import styles from "./page.module.css";

export interface Tab {
  name: string;
  to: string;
}

export const Tabs = ({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ name, to }) => (
      <Link key={to} to={to} aria-current={name === current ? "page" : undefined}>
        {name}
      </Link>
    ))}
  </nav>
);
