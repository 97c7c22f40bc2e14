// Files that were chosen, and how far each has come.

import { Button } from "../../../ui/button.js";
import { formatBytes, formatShare } from "../../../ui/format.js";
import { Trouble } from "../../../ui/trouble.js";
import type { TransferState } from "./transfer.js";
import { begin, drop, pause, resume, type Transfer } from "./transfers.js";
import styles from "./upload.module.css";

export const TransferList = ({ transfers }: { transfers: readonly Transfer[] }) => (
  <ul className={styles.transfers}>
    {transfers.map((transfer) => (
      <Row key={transfer.id} transfer={transfer} />
    ))}
  </ul>
);

const Row = ({ transfer }: { transfer: Transfer }) => {
  const { file, filename, state } = transfer;
  const isRenamed = filename !== file.name;
  return (
    <li className={styles.transfer}>
      <div className={styles.line}>
        <span className={styles.name}>{file.name}</span>
        <span className="soft small">
          {formatBytes(file.size)}
          {isRenamed && `, kept as ${filename}`}
        </span>
        <Controls transfer={transfer} />
      </div>
      {state.at !== "chosen" && state.at !== "refused" && (
        <progress max={file.size} value={sentOf(state, file.size)} aria-label={`Of ${file.name}, sent`} />
      )}
      <p role="status" className="small">
        {wordsOf(state, file.size)}
      </p>
      {state.at === "refused" && <Trouble problem={state.problem} />}
    </li>
  );
};

const Controls = ({ transfer }: { transfer: Transfer }) => {
  const { at } = transfer.state;
  const { name } = transfer.file;
  const named = <span className="visually-hidden"> {name}</span>;
  return (
    <span className={styles.controls}>
      {(at === "sending" || at === "broken") && (
        <Button look="quiet" onClick={() => pause(transfer)}>
          Pause{named}
        </Button>
      )}
      {at === "paused" && (
        <Button look="quiet" onClick={() => resume(transfer)}>
          Go on{named}
        </Button>
      )}
      {at === "refused" && transfer.directory !== undefined && (
        <Button look="quiet" onClick={() => begin(transfer, transfer.directory!)}>
          Try again{named}
        </Button>
      )}
      {at !== "done" && (
        <Button look="quiet" onClick={() => drop(transfer)}>
          {at === "chosen" || at === "refused" ? "Remove" : "Cancel"}
          {named}
        </Button>
      )}
    </span>
  );
};

const sentOf = (state: TransferState, bytes: number): number =>
  state.at === "done" ? bytes : "sentBytes" in state ? state.sentBytes : 0;

const wordsOf = (state: TransferState, bytes: number): string => {
  const sent = () => formatShare(sentOf(state, bytes) / bytes);
  switch (state.at) {
    case "chosen":
      return "";
    case "sending":
      return `${sent()} sent`;
    case "broken":
      return `The connection is broken at ${sent()}. It is tried again by itself and goes on from there.`;
    case "paused":
      return `Paused at ${sent()}. What was sent is kept for a day.`;
    case "done":
      return "Sent";
    case "refused":
      return "";
  }
};
