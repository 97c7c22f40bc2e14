// What every page has: a title that the browser shows too, the way back, and what can be done here.

import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import styles from "./page.module.css";

interface PageProps {
  title: string;
  /** The list that this is one of. */
  up?: { to: string; label: string };
  /** In a sentence, what is found here. */
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
        <div className={styles.words}>
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
