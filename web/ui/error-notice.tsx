// What went wrong, said where it happened: what it was, what to do, and under which id the service's log has it.

import { Problem } from "../api/problem.js";
import styles from "./error-notice.module.css";

export const ErrorNotice = ({ problem }: { problem: Error | null | undefined }) =>
  problem && (
    <div role="alert" className={styles.trouble}>
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
        <p className="small">
          In the service’s log as <code>{problem.id}</code>
        </p>
      )}
    </div>
  );
