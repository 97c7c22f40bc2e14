// The page that maps the columns of a dataset. Nothing is built until it is saved.

import { useLocation } from "wouter";
import type { Schemas } from "../../api/client.js";
import { useChange, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Skeleton } from "../../ui/panel.js";
import { BuildState } from "../../ui/status.js";
import { useSessionState } from "../../ui/use-session-state.js";
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
      title={dataset ? `Map columns of ${dataset.name}` : "Map columns"}
      up={{ to: `/datasets/${id}`, label: dataset?.name ?? "Dataset" }}
      about={dataset && !dataset.preview ? saved : suggested}
    >
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

const suggested =
  "We suggest a mapping from the names and values of the columns. Check it and correct what is wrong. You can change it at any time.";
const saved = "Saving reads all files again and rebuilds everything that depends on them.";

const NotRead = ({ id, isRefused }: { id: string; isRefused: boolean }) =>
  isRefused ? (
    <div>
      <ButtonLink to={`/datasets/${id}`}>See files</ButtonLink>
    </div>
  ) : (
    <Skeleton rows={12} label="Reading the files" />
  );

const Editor = ({ dataset }: { dataset: Dataset }) => {
  const initial = () => draftOf(startingMapping(dataset));
  const state = useSessionState(`mapping:${dataset.id}`, initial);
  const draft = state.value;
  const change = useChange("datasets", dataset.id);
  const [, navigate] = useLocation();
  const problems = problemsOf(draft, questionsOf(dataset));
  const build = () => {
    const before = mappingOf(draftOf(dataset));
    const found = dataset.preview ? dataset.proposal?.options : undefined;
    const mapped = mergePatch({ ...before }, { ...mappingOf(draft) });
    const body = { ...mapped, ...(found && { options: found }), preview: false };
    change.mutate(body, {
      onSuccess() {
        state.forget();
        navigate(dataset.preview ? `/predictions/new?dataset=${dataset.id}` : `/datasets/${dataset.id}`);
      },
    });
  };
  return (
    <>
      <MappingForm dataset={dataset} draft={draft} onChange={state.set} />
      <ColumnsPanel dataset={dataset} draft={draft} />
      <div className={styles.bar}>
        <ErrorNotice problem={change.error} />
        <ul aria-live="polite">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        {state.isChanged && (
          <Button look="quiet" onClick={state.reset}>
            {dataset.preview ? "Reset to suggestion" : "Discard changes"}
          </Button>
        )}
        <Button look="primary" isBusy={change.isPending} disabled={problems.length > 0} onClick={build}>
          {dataset.preview ? "Build dataset" : "Save and rebuild"}
        </Button>
      </div>
    </>
  );
};
