// The likeliest people of a prediction, with their reasons.

import { Link } from "wouter";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import styles from "./results.module.css";
import { type TopPerson, useTopPeople } from "./scored.js";

const shown = 20;

export const TopPeople = ({ scopeId, outcomeId }: { scopeId: string; outcomeId: string }) => {
  const { data: people, error } = useTopPeople(scopeId, outcomeId, shown);
  return (
    <Panel title="Likeliest customers">
      <ErrorNotice problem={error} />
      {people ? (
        <List
          label="Customers with their chances"
          rows={people}
          rowKey={({ person_id }) => person_id}
          columns={columns}
          empty={<p className="soft">Nobody has a probability yet.</p>}
        />
      ) : (
        !error && <Skeleton rows={10} />
      )}
    </Panel>
  );
};

const columns: readonly Column<TopPerson>[] = [
  {
    header: "Customer",
    value: ({ name, email }) => name ?? email,
    cell: ({ person_id, name, email }) => (
      <>
        <Link to={`/people/${person_id}`}>{name ?? email ?? person_id}</Link>
        {name && email && <span className="small soft"> {email}</span>}
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
