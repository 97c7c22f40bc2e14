// From files to a dataset: they are chosen, named and sent; then the service looks into them, and asks what the columns mean.

import { useEffect } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { FieldGroup, TextField } from "../../ui/field.js";
import { formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { useSessionState } from "../../ui/use-session-state.js";
import { Steps } from "../start/steps.js";
import styles from "./dataset.module.css";
import { datasetNameFor, directoryFor, problemOfDirectory } from "./upload/names.js";
import { begin, forgetDone, type Transfer, useTransfers } from "./upload/transfers.js";
import { DropZone, TransferList } from "./upload/upload.js";
import { useDirectories, usePreview } from "./upload/use-uploads.js";

/** No directory is called so. */
const purpose = "new dataset";

interface Entered {
  name?: string;
  directory?: string;
}

const NewDataset = () => {
  const transfers = useTransfers(purpose);
  const search = useSearch();
  const [, navigate] = useLocation();
  const taken = useDirectories();
  const entered = useSessionState<Entered>("new-dataset", () => ({}));
  const preview = usePreview();

  const first = transfers[0]?.file.name;
  const sentTo = transfers.find(({ directory }) => directory !== undefined)?.directory;
  const directory = sentTo ?? entered.value.directory ?? (first ? directoryFor(first, taken) : "");
  const name = entered.value.name ?? (first ? datasetNameFor(first) : "");
  const isSent = transfers.length > 0 && transfers.every(({ state }) => state.at === "done");

  const lookInto = () =>
    preview.mutate(
      { name, directory },
      {
        onSuccess({ id }) {
          entered.forget();
          forgetDone(purpose);
          navigate(`/datasets/${id}/mapping${search && `?${search}`}`, { replace: true });
        },
      },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last file has arrived
  useEffect(() => {
    if (isSent) lookInto();
  }, [isSent]);

  return (
    <Page
      title="New dataset"
      up={{ to: "/datasets", label: "Datasets" }}
      about={
        <p>
          Files of one kind, such as all your orders, are one dataset: one file for all of them, or one for
          each month. Tables of a database are read through a <Link to="/connections">connection</Link>.
        </p>
      }
    >
      <Steps at="file" />
      <Panel title="Files">
        <DropZone purpose={purpose} label="Drop CSV files here, or choose them" />
        <TransferList transfers={transfers} />
      </Panel>
      {transfers.length > 0 && (
        <Naming
          name={name}
          directory={directory}
          isSent={sentTo !== undefined}
          isTaken={sentTo === undefined && taken.includes(directory)}
          chosen={transfers.filter(({ state }) => state.at === "chosen")}
          onChange={(changed) => entered.set({ ...entered.value, ...changed })}
        />
      )}
      <ErrorNotice problem={preview.error} />
      {preview.error && (
        <div>
          <Button onClick={lookInto}>Look into the files again</Button>
        </div>
      )}
    </Page>
  );
};
export default NewDataset;

// What the new dataset is called and where its files are kept; and the button that sends them.

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
          {chosen.length === 0 ? "Sending the files" : `Upload ${formatCounted(chosen.length, "file")}`}
        </Button>
      </div>
    </form>
  );
};
