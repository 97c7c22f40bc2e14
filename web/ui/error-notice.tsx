// An error where it happened: what went wrong and what to do. The id in the service's log is behind
// "Details", where the service is at fault.

import { Problem } from "../api/client.js";
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
      {problem instanceof Problem && problem.status >= 500 && problem.id && (
        <details className="small">
          <summary>Details</summary>
          Id in the service’s log: <code>{problem.id}</code>
        </details>
      )}
    </div>
  );

/** Several invalid fields are listed below it; the message of the service already names the only one. */
const summaryOf = (problem: Error): string =>
  problem instanceof Problem && problem.fields.length > 1 ? "Some entries are not valid:" : problem.message;
