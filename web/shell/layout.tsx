// The frame around all pages: the menu, the builds in progress, the account that is signed in, and the state
// of the connection.

import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useMay } from "../api/account.js";
import { useIsConnected, useIsOnline } from "../api/live.js";
import { Button } from "../ui/button.js";
import { classNames } from "../ui/class-names.js";
import { AccountMenu } from "./account-menu.js";
import { BuildsMenu } from "./builds-menu.js";
import { Confirmation } from "./confirmation.js";
import styles from "./layout.module.css";
import { advancedPages, type Entry, isAdvanced, isAt, mainPages, pagesFor } from "./navigation.js";

interface LayoutProps {
  /** The button that finds anything. */
  finder: ReactNode;
  children: ReactNode;
}

export const Layout = ({ finder, children }: LayoutProps) => {
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [location]);
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.top}>
        <div className={styles.bar}>
          <Link to="/" className={styles.mark} aria-label="Bellwether, home page">
            <img src="/favicon.svg" alt="" width="24" height="24" />
            <span className={styles.markName}>Bellwether</span>
          </Link>
          <Menu isOpen={isOpen} />
          <div className={styles.tools}>
            {finder}
            <BuildsMenu />
            <AccountMenu />
            <Button
              className={styles.menu}
              aria-expanded={isOpen}
              aria-controls="pages"
              onClick={() => setOpen(!isOpen)}
            >
              Menu
            </Button>
          </div>
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionState />
        <Confirmation />
        {children}
      </main>
    </div>
  );
};

/** On a wide screen always shown, on a phone while it is open. */
const Menu = ({ isOpen }: { isOpen: boolean }) => {
  const [location] = useLocation();
  const may = useMay();
  const isInside = isAdvanced(location);
  const [isChosen, setChosen] = useState(false);
  const isAdvancedOpen = isInside || isChosen;
  return (
    <nav id="pages" className={classNames(styles.pages, isOpen && styles.open)} aria-label="Pages">
      <ul className={styles.entries}>
        {pagesFor(mainPages, may).map((entry) => (
          <EntryLink key={entry.to} entry={entry} isCurrent={isAt(location, entry)} />
        ))}
        <li>
          <button
            type="button"
            className={styles.advancedButton}
            aria-expanded={isAdvancedOpen}
            aria-controls="advanced"
            disabled={isInside}
            onClick={() => setChosen(!isChosen)}
          >
            Advanced
          </button>
        </li>
      </ul>
      <ul
        id="advanced"
        className={classNames(styles.entries, styles.advanced)}
        aria-label="Advanced"
        hidden={!isAdvancedOpen}
      >
        {pagesFor(advancedPages, may).map((entry) => (
          <EntryLink key={entry.to} entry={entry} isCurrent={isAt(location, entry)} />
        ))}
      </ul>
    </nav>
  );
};

const EntryLink = ({ entry: { to, label }, isCurrent }: { entry: Entry; isCurrent: boolean }) => (
  <li>
    <Link to={to} aria-current={isCurrent ? "page" : undefined} className={styles.link}>
      {label}
    </Link>
  </li>
);

const ConnectionState = () => {
  const isConnected = useIsConnected();
  const isOnline = useIsOnline();
  if (isConnected && isOnline) return null;
  return (
    <p role="status" className={styles.broken}>
      {isOnline
        ? "No connection to the service. This page may be out of date; we keep trying to reconnect."
        : "You are offline. This page may be out of date, and nothing is saved until you are online again."}
    </p>
  );
};
