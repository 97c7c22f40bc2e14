// Parts of a page: panels, empty states, placeholders and lists of facts.

import { type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.js";
import styles from "./panel.module.css";

export const Panel = ({
  title,
  basis = "",
  actions,
  children,
}: {
  title: string;
  /** Basis of its numbers: people, day and currency. It is part of the accessible name. */
  basis?: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className={styles.panel} {...namedBy(id, basis)}>
      <BasisText id={id} basis={basis} />
      <header className={styles.head}>
        <h2 id={id} data-section={title}>
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
};

/** A part is called by its heading and by the basis of its numbers. */
export const namedBy = (headingId: string, basis: string) => ({
  "aria-labelledby": basis === "" ? headingId : `${headingId} ${headingId}-basis`,
});

export const BasisText = ({ id, basis }: { id: string; basis: string }) =>
  basis === "" ? null : (
    <span id={`${id}-basis`} hidden>
      {basis}
    </span>
  );

/** A panel that starts folded: its title and its finding in a sentence are enough for most readers. */
export const Fold = ({
  title,
  finding,
  basis = "",
  startsOpen = false,
  children,
}: {
  title: string;
  finding: ReactNode;
  /** As that of a panel. */
  basis?: string;
  startsOpen?: boolean;
  children: ReactNode;
}) => {
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  return (
    <details
      className={classNames(styles.panel, styles.fold)}
      {...(basis !== "" && namedBy(id, basis))}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2 id={id} data-section={title}>
          {title}
        </h2>
        <span className="soft">{finding}</span>
      </summary>
      <BasisText id={id} basis={basis} />
      {isOpen && <div className={styles.unfolded}>{children}</div>}
    </details>
  );
};

/** An empty state: why there is nothing yet, and what to do. */
export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <p>{children}</p>
    {action}
  </div>
);

/** A placeholder for content that is loading, so that nothing moves when it arrives. */
export const Skeleton = ({ rows = 4, label = "Loading" }: { rows?: number; label?: string }) => (
  <div className={styles.waiting} role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <span key={row} />
    ))}
  </div>
);

/** A list of names and values; those without a value are left out. */
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
