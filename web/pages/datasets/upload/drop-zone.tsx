// Where files are dropped, or chosen by mouse or keyboard: the input is a real one, its label is the place to drop on.

import { type DragEvent, useId, useState } from "react";
import { classNames } from "../../../ui/class-names.js";
import { problemOfFile } from "./names.js";
import { choose } from "./transfers.js";
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
