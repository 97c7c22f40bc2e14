// The likeliest people of a prediction, with their reasons.

import type { ReactNode } from "react";
import { Link } from "wouter";
import { useRecurringCurrency } from "../../shell/basis.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatPercent, reader } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import styles from "./results.module.css";
import { type TopPerson, useTopPeople } from "./scored.js";

const usualCount = 20;

interface TopPeopleProps {
  /** Absent: what the list holds. */
  title?: string;
  actions?: ReactNode;
  /** Number of people. */
  count?: number;
  scopeId: string;
  outcomeId: string;
  /** Learned without dates: the figure says how alike people are, not what they will do. */
  isLikeness: boolean;
}

export const TopPeople = ({
  title,
  actions,
  count = usualCount,
  scopeId,
  outcomeId,
  isLikeness,
}: TopPeopleProps) => {
  const { data: people, error } = useTopPeople(scopeId, outcomeId, count);
  const currency = useRecurringCurrency();
  return (
    <Panel
      title={title ?? (isLikeness ? "Customers most like them" : "Likeliest customers")}
      actions={actions}
    >
      <ErrorNotice problem={error} />
      {people ? (
        <List
          label="Customers, ranked"
          rows={people}
          rowKey={({ person_id }) => person_id}
          columns={columnsFor(people, isLikeness, currency)}
          empty={<p className="soft">Nobody has a probability yet.</p>}
        />
      ) : (
        !error && <Skeleton rows={count} />
      )}
    </Panel>
  );
};

const columns: readonly Column<TopPerson>[] = [
  {
    header: "Customer",
    value: ({ name, email, customer_id }) => name ?? email ?? customer_id,
    cell: ({ person_id, name, email, customer_id }) => (
      <>
        <Link to={`/people/${person_id}`}>{name ?? email ?? customer_id ?? person_id}</Link>
        {name && email && <span className={styles.email}>{email}</span>}
      </>
    ),
  },
  {
    header: "Chance",
    value: ({ chance }) => chance,
    cell: ({ chance }) => formatPercent(chance),
    isNumber: true,
  },
  {
    header: "Why",
    value: ({ reasons }) => reasons.join(" · "),
    cell: ({ reasons }) => <span className={styles.why}>{reasons.join(" · ")}</span>,
  },
];

const likenessColumns = columns.map((column) =>
  column.header === "Chance" ? { ...column, header: "Likeness" } : column,
);

const monthlyIn = (currency: string | null): Column<TopPerson> => ({
  header: currency === null ? "Brings a month" : `Brings a month, ${currency}`,
  value: ({ monthly_amount }) => monthly_amount,
  cell: ({ monthly_amount }) => monthly_amount !== undefined && reader.amount(monthly_amount),
  isNumber: true,
});

const columnsFor = (
  people: readonly TopPerson[],
  isLikeness: boolean,
  currency: string | null,
): readonly Column<TopPerson>[] => {
  if (isLikeness) return likenessColumns;
  if (people.every(({ monthly_amount }) => monthly_amount === undefined)) return columns;
  return [...columns.slice(0, 2), monthlyIn(currency), ...columns.slice(2)];
};
