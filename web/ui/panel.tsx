// A part of a page with a heading of its own.

import { type ReactNode, useId } from "react";
import styles from "./panel.module.css";

export const Panel = ({
  title,
  actions,
  children,
}: {
  title: string;
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
};

/** What there is to say where there is nothing yet, and what to do about it. */
export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <p>{children}</p>
    {action}
  </div>
);

/** Keeps the place of what is being read, so that nothing moves when it comes. */
export const Skeleton = ({ rows = 4, label = "Loading" }: { rows?: number; label?: string }) => (
  <div className={styles.waiting} role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <span key={row} />
    ))}
  </div>
);

/** Names beside their values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
