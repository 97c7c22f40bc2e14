// Upload of files into a new dataset, on a page of its own and on the page of all data. Once they have
// arrived, the service reads their first rows and the columns are mapped.

import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import { datasetNameFor, directoryFor, problemOfDirectory } from "../../../src/words/upload-names.js";
import { useMay } from "../../api/account.js";
import { NotAllowed } from "../../shell/edit-page.js";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { TextField } from "../../ui/field.js";
import { formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { useSessionState } from "../../ui/use-session-state.js";
import styles from "./dataset.module.css";
import { NewBucketFiles } from "./new-bucket-files.js";
import { NewTable } from "./new-table.js";
import { SeparateDatasets, useFileKinds } from "./upload/file-kinds-panel.js";
import { begin, forgetDone, type Transfer, useTransfers } from "./upload/transfers.js";
import { DropZone, ReadAgain, TransferList } from "./upload/upload.js";
import { useDirectories, usePreview } from "./upload/use-uploads.js";

/** Directory names cannot have a space. */
const purpose = "new dataset";

interface Entered {
  name?: string;
  directory?: string;
  /** Files of several kinds go into one dataset all the same. */
  isTogether?: boolean;
}

const NewDataset = () => (useMay()("edit") ? <Sources /> : <NotAllowed kind="datasets" />);
export default NewDataset;

const Sources = () => (
  <Page
    title="New dataset"
    up={{ to: "/data", label: "Data" }}
    about={
      <p>
        A dataset holds files of one type, such as all your orders: in one file, or one per month. To read
        tables of a database or files of a bucket, add a <Link to="/connections">connection</Link>.
      </p>
    }
  >
    <NewFiles />
    <NewBucketFiles />
    <NewTable />
  </Page>
);

/**
 * Leads to the mapping of their columns. `isFirst`: the account has no dataset, so that a single file is uploaded
 * at once: it needs no other name, and no file to go with.
 */
export const NewFiles = ({ isFirst = false }: { isFirst?: boolean }) => {
  const transfers = useTransfers(purpose);
  const [, navigate] = useLocation();
  const { directories: taken, isRead } = useDirectories();
  const entered = useSessionState<Entered>("new-dataset", () => ({}));
  const preview = usePreview();

  const first = transfers[0]?.file.name;
  const sentTo = transfers.find(({ directory }) => directory !== undefined)?.directory;
  const directory = sentTo ?? entered.value.directory ?? (first ? directoryFor(first, taken) : "");
  const name = entered.value.name ?? (first ? datasetNameFor(first) : "");
  const kinds = useFileKinds(transfers);
  const isSeparate = kinds.length > 1 && entered.value.isTogether !== true;
  const isUploaded =
    !isSeparate && transfers.length > 0 && transfers.every(({ state }) => state.at === "done");

  const leave = (to: string, options = {}) => {
    entered.forget();
    forgetDone(purpose);
    navigate(to, options);
  };
  const readFiles = () =>
    preview.mutate(
      { name, directory },
      { onSuccess: ({ id }) => leave(`/datasets/${id}/mapping`, { replace: true }) },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last file has arrived
  useEffect(() => {
    if (isUploaded) readFiles();
  }, [isUploaded]);
  const [only, ...others] = transfers;
  const atOnce = isFirst && isRead && others.length === 0 && only?.state.at === "chosen" ? only : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    if (atOnce && problemOfDirectory(directory) === undefined) begin(atOnce, directory);
  }, [atOnce?.id]);

  return (
    <>
      <Panel title="Files">
        <DropZone purpose={purpose} label="Drop files here, or choose them" />
        <TransferList transfers={transfers} />
        {!isSeparate && transfers.length > 0 && (
          <Naming
            name={name}
            directory={directory}
            isUploaded={sentTo !== undefined}
            isTaken={sentTo === undefined && taken.includes(directory)}
            transfers={transfers}
            onChange={(changed) => entered.set({ ...entered.value, ...changed })}
          />
        )}
      </Panel>
      {isSeparate && (
        <SeparateDatasets
          kinds={kinds}
          taken={taken}
          onTogether={() => entered.set({ ...entered.value, isTogether: true })}
          onDone={() => leave("/data")}
        />
      )}
      <ReadAgain problem={preview.error} onRead={readFiles} />
    </>
  );
};

interface NamingProps {
  name: string;
  directory: string;
  /** The directory cannot change once an upload to it has started. */
  isUploaded: boolean;
  /** The directory has other files. */
  isTaken: boolean;
  transfers: readonly Transfer[];
  onChange: (changed: { name?: string; directory?: string }) => void;
}

const Naming = ({ name, directory, isUploaded, isTaken, transfers, onChange }: NamingProps) => {
  const chosen = transfers.filter(({ state }) => state.at === "chosen");
  const isSending = transfers.some(({ state }) => ["sending", "broken", "paused"].includes(state.at));
  const problem = isTaken
    ? "This directory already has files, and all of them would be read together. Choose another name, or add your files on the page of the existing dataset."
    : problemOfDirectory(directory);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        for (const transfer of chosen) begin(transfer, directory);
      }}
    >
      <TextField
        label="Dataset name"
        value={name}
        onChange={(changed) => onChange({ name: changed })}
        required
      />
      <details open={problem !== undefined}>
        <summary>Upload folder</summary>
        <TextField
          label="Directory"
          hint="Files that you or a program add to it later are read as well."
          value={directory}
          disabled={isUploaded}
          problem={problem}
          onChange={(changed) => onChange({ directory: changed })}
          required
        />
      </details>
      <div>
        <Button type="submit" look="primary" disabled={chosen.length === 0 || problem !== undefined}>
          {isSending ? "Uploading" : `Upload ${formatCounted(chosen.length, "file")}`}
        </Button>
      </div>
    </form>
  );
};
