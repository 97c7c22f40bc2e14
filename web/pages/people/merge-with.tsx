// Finds somebody elsewhere who is the same person, to merge the two.

import { useState } from "react";
import { Link } from "wouter";
import { useDebounced } from "../../api/use-debounced.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { Panel } from "../../ui/panel.js";
import { Merge } from "./merge.js";
import styles from "./merge.module.css";
import { type Person, useFound } from "./read.js";
import { addressOf, titleOf } from "./words.js";

export const MergeWith = ({ person }: { person: Person }) => {
  const [typed, setTyped] = useState("");
  const asked = useDebounced(typed.trim());
  const { data, error } = useFound(asked);
  const others = asked === "" ? [] : (data ?? []).filter(({ id }) => id !== person.id);
  return (
    <Panel title="Is somebody else the same person?">
      <TextField
        label="Find the other person"
        hint="By name, address, e-mail address, telephone number or your own number. Then say that the two are one."
        type="search"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <ErrorNotice problem={error} />
      <p role="status" className="small soft">
        {asked !== "" && data && others.length === 0 && "Nobody else has all of that."}
      </p>
      <ul className={styles.people}>
        {others.map((other) => (
          <li key={other.id} className={styles.person}>
            <span>
              <Link to={`/people/${other.id}`}>{titleOf(other.fields)}</Link>{" "}
              <span className="small soft">{addressOf(other.fields)}</span>
            </span>
            <Merge person={person} other={other} />
          </li>
        ))}
      </ul>
    </Panel>
  );
};
