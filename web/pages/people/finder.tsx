// Finds somebody by what is known of them, as one types.

import { useDeferredValue, useState } from "react";
import { Link } from "wouter";
import { useDebounced } from "../../api/use-debounced.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import styles from "./finder.module.css";
import { useFound } from "./read.js";
import { addressOf, titleOf } from "./words.js";

export const Finder = () => {
  const [typed, setTyped] = useState("");
  const asked = useDebounced(typed.trim());
  const { data, error, isFetching } = useFound(asked);
  const found = useDeferredValue(asked === "" ? undefined : data);
  return (
    <Panel title="Find somebody">
      <TextField
        label="Name, address, e-mail address, telephone number or your own number"
        hint="In any spelling: whole names and family names, the rest as it is known."
        type="search"
        value={typed}
        autoComplete="off"
        onChange={setTyped}
      />
      <div className={styles.found}>
        <p role="status" className="small soft">
          {isFetching ? "Looking…" : found && inWords(found.length)}
        </p>
        <ErrorNotice problem={error} />
        <ul className={styles.people}>
          {found?.map(({ id, fields, record_count: records }) => (
            <li key={id}>
              <Link to={`/people/${id}`}>{titleOf(fields)}</Link>
              <span className="soft small">
                {[addressOf(fields), formatCounted(records, "record")].filter(Boolean).join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
};

const inWords = (count: number): string => {
  if (count === 0) return "Nobody has all of that. Try the family name alone, or the e-mail address.";
  return count >= 20 ? "The first twenty. Say more to find fewer." : formatCounted(count, "person", "people");
};
