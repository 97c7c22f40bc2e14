// The frame around all pages: the navigation, the account that is signed in, and the state of the connection.

import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import { useSession, useSignOut } from "../api/account.js";
import { type Kind, listOf } from "../api/kinds.js";
import { useIsConnected } from "../api/live.js";
import { Button } from "../ui/button.js";
import { classNames } from "../ui/class-names.js";
import { Confirmation } from "./confirmation.js";
import styles from "./layout.module.css";
import { ThemeChoice } from "./theme.js";

export const Layout = ({ children }: { children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [location]);
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <div className={styles.side}>
        <header className={styles.top}>
          <Link to="/" className={styles.mark}>
            <img src="/favicon.svg" alt="" width="24" height="24" />
            Bellwether
          </Link>
          <Button
            look="quiet"
            className={styles.menu}
            aria-expanded={isOpen}
            aria-controls="places"
            onClick={() => setOpen(!isOpen)}
          >
            Menu
          </Button>
        </header>
        <nav id="places" className={classNames(styles.nav, isOpen && styles.open)} aria-label="Pages">
          {navigation.map(({ title, links }) => (
            <div key={title}>
              <p className={styles.title}>{title}</p>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      aria-current={isAt(location, to) ? "page" : undefined}
                      className={styles.link}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <Account />
        </nav>
      </div>
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionState />
        <Confirmation />
        {children}
      </main>
    </div>
  );
};

const isAt = (location: string, to: string): boolean =>
  to === "/" ? location === "/" : location === to || location.startsWith(`${to}/`);

const Account = () => {
  const { data } = useSession();
  const signOut = useSignOut();
  return (
    <div className={styles.account}>
      <p className={styles.title}>{data?.account?.name}</p>
      <ThemeChoice />
      <a href="/docs" className={styles.link}>
        API reference
      </a>
      <Button look="quiet" isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </div>
  );
};

const ConnectionState = () =>
  useIsConnected() ? null : (
    <p role="status" className={styles.broken}>
      No connection to the service. This page may be out of date; we keep trying to reconnect.
    </p>
  );

/** In the order in which data flows. */

const list = (kind: Kind) => ({ to: listOf(kind), label: resourceLabels[kind].title });

const navigation = [
  {
    title: "Overview",
    links: [
      { to: "/", label: "Home" },
      { to: "/start", label: "Start from a file" },
    ],
  },
  {
    title: "Data",
    links: [
      list("datasets"),
      list("streams"),
      list("traits"),
      { to: "/people", label: "People" },
      list("places"),
      list("connections"),
    ],
  },
  {
    title: "Audiences",
    links: [list("cohorts"), list("persona_sets")],
  },
  {
    title: "Predictions",
    links: [list("outcomes"), list("recommenders"), list("scopes"), list("targets")],
  },
  {
    title: "Service",
    links: [
      { to: "/graph", label: "Graph" },
      { to: "/webhooks", label: "Webhooks" },
      { to: "/outbox", label: "Outbox" },
      { to: "/settings", label: "Settings" },
    ],
  },
] as const;
