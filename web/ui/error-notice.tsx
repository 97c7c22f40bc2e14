// An error where it happened: what went wrong and what to do. Where the service is at fault, what could not be read
// is read again by a press, and the id in the service's log is behind "Details".

import { type Query, useQueryClient } from "@tanstack/react-query";
import { Problem } from "../api/client.js";
import { Button } from "./button.js";
import styles from "./error-notice.module.css";

export const ErrorNotice = ({ problem }: { problem: Error | null | undefined }) =>
  problem && (
    <div role="alert" className={styles.notice}>
      <p>{summaryOf(problem)}</p>
      {problem instanceof Problem && problem.fields.length > 1 && (
        <ul>
          {problem.fields.map(({ path, message, suggestion }) => (
            <li key={`${path}${message}`}>
              {path && <code>{path}</code>} {message} {suggestion}
            </li>
          ))}
        </ul>
      )}
      {problem instanceof Problem && problem.mayPass && <TryAgain problem={problem} />}
      {problem instanceof Problem && problem.status >= 500 && problem.id && (
        <details className="small">
          <summary>Details</summary>
          Id in the service’s log: <code>{problem.id}</code>
        </details>
      )}
    </div>
  );

/** Nothing for a change that failed: its own button is there. */
const TryAgain = ({ problem }: { problem: Problem }) => {
  const queries = useQueryClient();
  const failed = { predicate: ({ state }: Query) => state.error === problem };
  if (queries.getQueryCache().findAll(failed).length === 0) return null;
  return (
    <p>
      <Button onClick={() => queries.refetchQueries(failed)}>Try again</Button>
    </p>
  );
};

/** Several invalid fields are listed below it; the message of the service already names the only one. */
const summaryOf = (problem: Error): string =>
  problem instanceof Problem && problem.fields.length > 1 ? "Some entries are not valid:" : problem.message;
