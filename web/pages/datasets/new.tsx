// From files to a dataset: they are chosen, named and sent; then the service looks into them, and asks what the columns mean.

import { useEffect } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { Panel } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import { Steps } from "../start/steps.js";
import { useKept } from "./kept.js";
import { Naming } from "./naming.js";
import { DropZone } from "./upload/drop-zone.js";
import { datasetNameFor, directoryFor } from "./upload/names.js";
import { TransferList } from "./upload/transfer-list.js";
import { forgetDone, useTransfers } from "./upload/transfers.js";
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
  const entered = useKept<Entered>("new-dataset", () => ({}));
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
      <Trouble problem={preview.error} />
      {preview.error && (
        <div>
          <Button onClick={lookInto}>Look into the files again</Button>
        </div>
      )}
    </Page>
  );
};
export default NewDataset;
