// Where files are dropped, or chosen by mouse or keyboard: the input is a real one, its label is the place to drop on.

import { type DragEvent, useId, useState } from "react";
import { Button } from "../../../ui/button.js";
import { classNames } from "../../../ui/class-names.js";
import { ErrorNotice } from "../../../ui/error-notice.js";
import { formatBytes, formatPercent } from "../../../ui/format.js";
import { problemOfFile } from "./names.js";
import { begin, choose, drop, pause, resume, type Transfer, type TransferState } from "./transfers.js";
import styles from "./upload.module.css";

export const DropZone = ({ purpose, label }: { purpose: string; label: string }) => {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    setProblems(files.map(problemOfFile).filter((problem) => problem !== undefined));
    choose(
      purpose,
      files.filter((file) => !problemOfFile(file)),
    );
  };
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <div>
      <label
        htmlFor={id}
        className={classNames(styles.zone, isOver && styles.over)}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false);
          take(event.dataTransfer.files);
        }}
      >
        <span className={styles.call}>{label}</span>
        <span className="small soft">
          .csv or .txt, also compressed (.gz, .bz2, .zst). The first row holds the names of the columns.
        </span>
        <input
          id={id}
          type="file"
          multiple
          accept=".csv,.txt,.gz,.bz2,.zst,text/csv,text/plain"
          onChange={({ target }) => {
            take(target.files);
            target.value = "";
          }}
        />
      </label>
      <div role="alert" className={styles.problems}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  );
};

// Files that were chosen, and how far each has come.

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
      {state.at === "refused" && <ErrorNotice problem={state.problem} />}
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
  const sent = () => formatPercent(sentOf(state, bytes) / bytes);
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
