// The tabs of a page: its parts, each a page of its own with an address.

import { Link, useLocation } from "wouter";
import styles from "./page.module.css";

export interface Tab {
  name: string;
  to: string;
  /** When the pointer or the focus comes: begins to read what the tab shows. */
  onNear?: () => void;
}

/** `current`: the page's own. One that was just chosen is marked before its page is there. */
export const Tabs = ({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) => {
  const [location] = useLocation();
  const marked = tabs.find(({ to }) => to === location)?.name ?? current;
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ name, to, onNear }) => (
        <Link
          key={to}
          to={to}
          onPointerEnter={onNear}
          onFocus={onNear}
          aria-current={name === marked ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
};
