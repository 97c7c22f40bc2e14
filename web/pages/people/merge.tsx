// Merging a person with another one, from their household or found by a search.

import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Schemas } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { SavedDecision } from "./decision-list.js";
import styles from "./decision-list.module.css";
import { PairReason } from "./pair-reason.js";
import { type Person, useMerge, usePersonSearch } from "./queries.js";
import { addressOf, titleOf } from "./sentences.js";

type Other = Schemas["PersonSummary"];

/** Other people of the same residence. Most are family; some are duplicates. */
export const Household = ({ person }: { person: Person }) =>
  person.household.length > 0 && (
    <Panel title="Household">
      <p>Other people at the same residence.</p>
      <MergeList
        person={person}
        others={person.household}
        about={(other) => formatCounted(other.record_count, "record")}
      />
    </Panel>
  );

export const Duplicates = ({ person }: { person: Person }) => {
  const [entered, setEntered] = useState("");
  const text = useDebounced(entered.trim());
  const { data, error } = usePersonSearch(text);
  const others = text === "" ? [] : (data ?? []).filter(({ id }) => id !== person.id);
  return (
    <Panel title="Duplicates">
      <TextField
        label="Find a duplicate of this person"
        hint="By name, address, e-mail, phone or customer ID. Then merge the two."
        type="search"
        autoComplete="off"
        value={entered}
        onChange={setEntered}
      />
      <ErrorNotice problem={error} />
      <p role="status" className="small soft">
        {text !== "" && data && others.length === 0 && "No other person matches."}
      </p>
      <MergeList person={person} others={others} about={(other) => addressOf(other.fields)} />
    </Panel>
  );
};

interface MergeListProps {
  person: Person;
  others: readonly Other[];
  about: (other: Other) => ReactNode;
}

const MergeList = ({ person, others, about }: MergeListProps) => (
  <ul className={styles.people}>
    {others.map((other) => (
      <li key={other.id} className={styles.person}>
        <span>
          <Link to={`/people/${other.id}`}>{titleOf(other.fields)}</Link>{" "}
          <span className="small soft">{about(other)}</span>
        </span>
        <Merge person={person} other={other} />
        <PairReason person={person} other={other} />
      </li>
    ))}
  </ul>
);

const Merge = ({ person, other }: { person: Person; other: Other }) => {
  const [isConfirming, setConfirming] = useState(false);
  const merge = useMerge(person.id);
  if (merge.data) return <SavedDecision decision={merge.data} onUndone={merge.reset} />;
  return (
    <>
      <Button onClick={() => setConfirming(true)}>
        Merge people<span className="visually-hidden">: {titleOf(other.fields)}</span>
      </Button>
      {isConfirming && (
        <Confirm
          title="Merge these two people?"
          action="Merge people"
          isBusy={merge.isPending}
          problem={merge.error}
          onConfirm={() => merge.mutate(other.id, { onSuccess: () => setConfirming(false) })}
          onCancel={() => setConfirming(false)}
        >
          <p>
            {described(person)}
            <br />
            {described(other)}
          </p>
          <p>
            From the next build on, they are one person. The merge overrides automatic matching until you undo
            it. Their source records do not change.
          </p>
        </Confirm>
      )}
    </>
  );
};

const described = ({ fields }: Other): string =>
  [titleOf(fields), addressOf(fields)].filter(Boolean).join(", ");
