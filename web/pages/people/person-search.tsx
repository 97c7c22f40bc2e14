// Search for people, with results as the reader types.

import { useState } from "react";
import { Link } from "wouter";
import { useDebounced } from "../../api/use-debounced.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { formatCounted, formatPeople } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { useDeferred } from "../../ui/use-deferred.js";
import styles from "./person-search.module.css";
import { usePersonSearch } from "./queries.js";
import { addressOf, titleOf } from "./sentences.js";

export const PersonSearch = () => {
  const [entered, setEntered] = useState("");
  const text = useDebounced(entered.trim());
  const { data, error, isFetching } = usePersonSearch(text);
  const results = useDeferred(text === "" ? undefined : data);
  return (
    <Panel title="Search">
      <TextField
        label="Name, address, e-mail, phone or customer ID"
        hint="In any spelling. For a name, enter the full name or the last name."
        type="search"
        value={entered}
        autoComplete="off"
        onChange={setEntered}
      />
      <div className={styles.results}>
        <p role="status" className="small soft">
          {isFetching ? "Searching…" : results && resultSentence(results.length)}
        </p>
        <ErrorNotice problem={error} />
        <ul className={styles.people}>
          {results?.map(({ id, fields, record_count: records }) => (
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

/** The API returns the first twenty people of each search. */
const maxResults = 20;

const resultSentence = (count: number): string => {
  if (count === 0) return "No person matches. Try the last name or the e-mail address alone.";
  return count >= maxResults ? "First 20 people. Enter more to narrow the search." : formatPeople(count);
};
