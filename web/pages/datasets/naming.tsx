// What the new dataset is called and where its files are kept; and the button that sends them.

import { Button } from "../../ui/button.js";
import { FieldGroup, TextField } from "../../ui/field.js";
import { formatMany } from "../../ui/format.js";
import styles from "./dataset.module.css";
import { problemOfDirectory } from "./upload/names.js";
import { begin, type Transfer } from "./upload/transfers.js";

interface NamingProps {
  name: string;
  directory: string;
  /** The directory is settled once a file is under way to it. */
  isSent: boolean;
  /** It has other files already. */
  isTaken: boolean;
  /** Files that are still to be sent. */
  chosen: readonly Transfer[];
  onChange: (changed: { name?: string; directory?: string }) => void;
}

export const Naming = ({ name, directory, isSent, isTaken, chosen, onChange }: NamingProps) => {
  const problem = isTaken
    ? "There are files in this directory: they would be read together. Take another, or add files on the page of their dataset."
    : problemOfDirectory(directory);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        for (const transfer of chosen) begin(transfer, directory);
      }}
    >
      <FieldGroup legend="What they are called">
        <TextField
          label="Name of the dataset"
          value={name}
          onChange={(changed) => onChange({ name: changed })}
          required
        />
        <TextField
          label="Directory"
          hint="Files that are sent there later, by you or by a program, are read too."
          value={directory}
          disabled={isSent}
          problem={problem}
          onChange={(changed) => onChange({ directory: changed })}
          required
        />
      </FieldGroup>
      <div>
        <Button type="submit" look="primary" disabled={chosen.length === 0 || problem !== undefined}>
          {chosen.length === 0 ? "Sending the files" : `Upload ${formatMany(chosen.length, "file")}`}
        </Button>
      </div>
    </form>
  );
};
