// The frame of a page: its title, the link to the level above, and its actions. Pages with numbers are called by their basis
// besides (page.tsx).

import { type ReactNode, useEffect, useId } from "react";
import { Link } from "wouter";
import { BasisText, namedBy } from "../ui/panel.js";
import styles from "./page.module.css";
import { PageDates } from "./page-dates.js";

export interface PageProps {
  title: string;
  /** The level above. */
  up?: { to: string; label: string };
  /** A sentence on what the page is for. */
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export const PageFrame = ({
  title,
  up,
  about,
  actions,
  basis = "",
  children,
}: PageProps & { basis?: string }) => {
  useEffect(() => {
    document.title = `${title} · Bellwether`;
  }, [title]);
  const id = useId();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of texts is no fieldset */}
        <div className={styles.text} role="group" {...namedBy(id, basis)}>
          <BasisText id={id} basis={basis} />
          {up && (
            <Link to={up.to} className={styles.up}>
              <span aria-hidden="true">← </span>
              {up.label}
            </Link>
          )}
          <h1 id={id}>{title}</h1>
          {about && <div className="soft">{about}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <PageDates>{children}</PageDates>
    </div>
  );
};
