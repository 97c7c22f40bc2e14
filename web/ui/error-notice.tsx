// An error where it happened: what went wrong and what to do. The id of the service's log is behind "Details".

import { Problem } from "../api/client.js";
import styles from "./error-notice.module.css";

export const ErrorNotice = ({ problem }: { problem: Error | null | undefined }) =>
  problem && (
    <div role="alert" className={styles.notice}>
      <p>{problem.message}</p>
      {problem instanceof Problem && problem.fields.length > 0 && (
        <ul>
          {problem.fields.map(({ path, message, suggestion }) => (
            <li key={`${path}${message}`}>
              {path && <code>{path}</code>} {message} {suggestion}
            </li>
          ))}
        </ul>
      )}
      {problem instanceof Problem && problem.id && (
        <details className="small">
          <summary>Details</summary>
          Id in the service’s log: <code>{problem.id}</code>
        </details>
      )}
    </div>
  );
