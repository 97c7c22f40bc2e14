// Merging a person with another one, from their household or found by a search.

import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Schemas } from "../../api/client.js";
import { useDebounced } from "../../api/use-debounced.js";
import { Allowed } from "../../shell/allowed.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import styles from "./decision-list.module.css";
import { PairReason } from "./pair-reason.js";
import { type Decision, type Person, useMerge, usePersonSearch } from "./queries.js";
import { addressOf, titleOf } from "./sentences.js";

type Other = Schemas["PersonSummary"];

interface MergingProps {
  person: Person;
  onSaved: (decision: Decision) => void;
}

/** Other people of the same residence. Most are family; some are duplicates. */
export const Household = ({ person, onSaved }: MergingProps) =>
  person.household.length > 0 && (
    <Panel title="Household">
      <p>Other people at the same residence.</p>
      <MergeList
        person={person}
        others={person.household}
        onSaved={onSaved}
        about={(other) => formatCounted(other.record_count, "record")}
      />
    </Panel>
  );

export const Duplicates = ({ person, onSaved }: MergingProps) => {
  const [entered, setEntered] = useState("");
  const text = useDebounced(entered.trim());
  const { data, error } = usePersonSearch(text);
  const others = text === "" ? [] : (data ?? []).filter(({ id }) => id !== person.id);
  return (
    <Panel title="Duplicates">
      <TextField
        label="Find a duplicate of this person"
        hint="By name, address, e-mail, phone or customer ID."
        type="search"
        autoComplete="off"
        value={entered}
        onChange={setEntered}
      />
      <ErrorNotice problem={error} />
      <p role="status" className="small soft">
        {text !== "" && data && others.length === 0 && "No other person matches."}
      </p>
      <MergeList
        person={person}
        others={others}
        onSaved={onSaved}
        about={(other) => addressOf(other.fields)}
      />
    </Panel>
  );
};

interface MergeListProps extends MergingProps {
  others: readonly Other[];
  about: (other: Other) => ReactNode;
}

const MergeList = ({ person, others, about, onSaved }: MergeListProps) => (
  <ul className={styles.people}>
    {others.map((other) => (
      <li key={other.id} className={styles.person}>
        <span>
          <Link to={`/people/${other.id}`}>{titleOf(other.fields)}</Link>{" "}
          <span className="small soft">{about(other)}</span>
        </span>
        <Allowed>
          <Merge person={person} other={other} onSaved={onSaved} />
        </Allowed>
        <PairReason person={person} other={other} />
      </li>
    ))}
  </ul>
);

const Merge = ({ person, other, onSaved }: MergingProps & { other: Other }) => {
  const [isConfirming, setConfirming] = useState(false);
  const merge = useMerge(person.id);
  // The other person leaves the list, and this button with them, before the merge is reported.
  const confirm = () => void merge.mutateAsync(other.id).then(onSaved, () => undefined);
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
          onConfirm={confirm}
          onCancel={() => setConfirming(false)}
        >
          <p>
            {described(person)}
            <br />
            {described(other)}
          </p>
          <p>
            They are one person then. The merge overrides automatic matching until you undo it. Their source
            records do not change. Predictions and files follow with the next build.
          </p>
        </Confirm>
      )}
    </>
  );
};

const described = ({ fields }: Other): string =>
  [titleOf(fields), addressOf(fields)].filter(Boolean).join(", ");
