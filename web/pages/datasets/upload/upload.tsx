// Upload of files: the area to drop them on, and the progress of each. The file input is a real one, so that
// it works by keyboard too.

import { type DragEvent, useId, useState } from "react";
import { problemOfFile } from "../../../../src/words/upload-names.js";
import { Button } from "../../../ui/button.js";
import { classNames } from "../../../ui/class-names.js";
import { ErrorNotice } from "../../../ui/error-notice.js";
import { formatBytes, formatPercent } from "../../../ui/format.js";
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
          CSV, TSV, Excel (.xlsx), Parquet or .zip. Texts may be compressed (.gz, .bz2, .zst).
        </span>
        <span className={styles.choose} aria-hidden="true">
          Choose files
        </span>
        <input
          id={id}
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,.parquet,.zip,.gz,.bz2,.zst,text/csv,text/plain,text/tab-separated-values"
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

/** Problem of the preview of uploaded files, and a button that reads them again; nothing without a problem. */
export const ReadAgain = ({ problem, onRead }: { problem: Error | null; onRead: () => void }) =>
  problem && (
    <>
      <ErrorNotice problem={problem} />
      <div>
        <Button onClick={onRead}>Read the files again</Button>
      </div>
    </>
  );

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
          {isRenamed && `, stored as ${filename}`}
        </span>
        <Controls transfer={transfer} />
      </div>
      {state.at !== "chosen" && state.at !== "refused" && (
        <progress max={file.size} value={sentOf(state, file.size)} aria-label={`Upload of ${file.name}`} />
      )}
      <p role="status" className="small">
        {stateText(state, file.size)}
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
          Resume{named}
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

const stateText = (state: TransferState, bytes: number): string => {
  const sent = () => formatPercent(sentOf(state, bytes) / bytes);
  switch (state.at) {
    case "chosen":
      return "";
    case "sending":
      return `${sent()} uploaded`;
    case "broken":
      return `Connection lost at ${sent()}. We keep retrying and will resume from there.`;
    case "paused":
      return `Paused at ${sent()}. The uploaded part is kept for a day.`;
    case "done":
      return "Uploaded";
    case "refused":
      return "";
  }
};
