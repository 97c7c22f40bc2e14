// What the columns of a dataset mean, to be said for the first time or changed. Nothing is built until the button is pressed.

import { useLocation, useSearch } from "wouter";
import type { Schemas } from "../../api/client.js";
import { useChange, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Skeleton } from "../../ui/panel.js";
import { BuildState } from "../../ui/status.js";
import { useSessionState } from "../../ui/use-session-state.js";
import { afterMapping } from "../start/flow.js";
import { Steps } from "../start/steps.js";
import { ColumnsPanel } from "./columns-panel.js";
import { draftOf, mappingOf, mergePatch } from "./mapping/draft.js";
import { MappingForm } from "./mapping/form.js";
import styles from "./mapping/mapping.module.css";
import { problemsOf, questionsOf, startingMapping } from "./mapping/proposal.js";

type Dataset = Schemas["Dataset"];

const MappingPage = ({ id }: { id: string }) => {
  const { data: dataset, error } = useRecord("datasets", id);
  return (
    <Page
      title={dataset ? `What the columns of ${dataset.name} mean` : "What the columns mean"}
      up={{ to: `/datasets/${id}`, label: dataset?.name ?? "Dataset" }}
      about={dataset && !dataset.preview ? saved : proposed}
    >
      <Steps at="columns" />
      <ErrorNotice problem={error} />
      {dataset && <BuildState of={dataset} />}
      {dataset?.detected_columns ? (
        <Editor key={id} dataset={dataset} />
      ) : (
        !error && <NotRead id={id} isRefused={dataset?.status === "error"} />
      )}
    </Page>
  );
};
export default MappingPage;

const proposed =
  "It is proposed from the names of the columns and from what is in them. Look it through and correct what is wrong; it can be changed at any time.";
const saved =
  "What is changed here is read anew from all files, and all that follows from them is built again.";

const NotRead = ({ id, isRefused }: { id: string; isRefused: boolean }) =>
  isRefused ? (
    <div>
      <ButtonLink to={`/datasets/${id}`}>Look at its files</ButtonLink>
    </div>
  ) : (
    <Skeleton rows={12} label="The service looks into the files" />
  );

const Editor = ({ dataset }: { dataset: Dataset }) => {
  const begin = () => draftOf(startingMapping(dataset));
  const kept = useSessionState(`mapping:${dataset.id}`, begin);
  const draft = kept.value;
  const change = useChange("datasets", dataset.id);
  const [, navigate] = useLocation();
  const search = useSearch();
  const problems = problemsOf(draft, questionsOf(dataset));
  const build = () => {
    const before = mappingOf(draftOf(dataset));
    const body = { ...mergePatch({ ...before }, { ...mappingOf(draft) }), preview: false };
    change.mutate(body, {
      onSuccess() {
        kept.forget();
        navigate(afterMapping(dataset.id, search));
      },
    });
  };
  return (
    <>
      <MappingForm dataset={dataset} draft={draft} onChange={kept.set} />
      <ColumnsPanel dataset={dataset} draft={draft} />
      <div className={styles.bar}>
        <ErrorNotice problem={change.error} />
        <ul aria-live="polite">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        {kept.isChanged && (
          <Button look="quiet" onClick={kept.reset}>
            {dataset.preview ? "Back to what is proposed" : "Take back my changes"}
          </Button>
        )}
        <Button look="primary" isBusy={change.isPending} disabled={problems.length > 0} onClick={build}>
          {dataset.preview ? "Build the dataset" : "Save and build"}
        </Button>
      </div>
    </>
  );
};
