// The head of a page: its title, the link to the level above, and its actions.

import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import styles from "./page.module.css";

interface PageProps {
  title: string;
  /** The level above. */
  up?: { to: string; label: string };
  /** A sentence on what the page is for. */
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export const Page = ({ title, up, about, actions, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Bellwether`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.text}>
          {up && (
            <Link to={up.to} className={styles.up}>
              <span aria-hidden="true">← </span>
              {up.label}
            </Link>
          )}
          <h1>{title}</h1>
          {about && <div className="soft">{about}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
};
