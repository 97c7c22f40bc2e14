// The page that maps the columns of a dataset: the findings in its files, one row per column, and the
// settings of its events. Nothing is built until it is saved.

import { useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { useMay } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { useChange, useRecord } from "../../api/resources.js";
import { NotAllowed } from "../../shell/edit-page.js";
import { Page } from "../../shell/page.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount } from "../../ui/format.js";
import { Skeleton } from "../../ui/panel.js";
import { BuildState, useBuilding } from "../../ui/status.js";
import { useSessionState } from "../../ui/use-session-state.js";
import { ColumnRows } from "./mapping/column-rows.js";
import { mappableColumns, type PartProps } from "./mapping/columns.js";
import { type Draft, type FileOptions, patchOf, startingDraft } from "./mapping/draft.js";
import { EventSettings, settingsId } from "./mapping/event-settings.js";
import { FileSettings } from "./mapping/file-settings.js";
import { Findings } from "./mapping/findings.js";
import styles from "./mapping/mapping.module.css";
import { KeySettings, PeopleSettings } from "./mapping/more-settings.js";
import { headline, openQuestions, problemsOf } from "./mapping/proposal.js";
import { rolesOf } from "./mapping/roles.js";

type Dataset = Schemas["Dataset"];

const MappingPage = ({ id }: { id: string }) => {
  const { data: dataset, error } = useRecord("datasets", id);
  if (!useMay()("edit")) return <NotAllowed kind="datasets" />;
  return (
    <Page
      title={dataset ? `Map columns of ${dataset.name}` : "Map columns"}
      up={{ to: `/datasets/${id}`, label: dataset?.name ?? "Dataset" }}
      about={dataset && !dataset.preview ? onSaving : suggested}
    >
      <ErrorNotice problem={error} />
      {dataset ? <Mapping dataset={dataset} /> : !error && <Skeleton rows={12} label="Loading" />}
    </Page>
  );
};
export default MappingPage;

const suggested = "We suggest what each column is. You can change it now or at any time.";
const onSaving = "Saving reads all files again and rebuilds everything that depends on them.";

const Mapping = ({ dataset: read }: { dataset: Dataset }) => {
  // A notice of the change may arrive before its answer. Until then the page shows the dataset that it saves.
  const [saved, setSaved] = useState<Dataset>();
  const dataset = saved ?? read;
  const { status } = useBuilding(dataset);
  const change = useChange("datasets", dataset.id);
  const [, navigate] = useLocation();
  const save = (draft: Draft, forget: () => void) => {
    setSaved(dataset);
    change.mutate(patchOf(dataset, draft), {
      onSuccess() {
        forget();
        navigate(dataset.preview ? `/predictions/new?dataset=${dataset.id}` : `/datasets/${dataset.id}`);
      },
      onError: () => setSaved(undefined),
    });
  };
  const isReading = !saved && dataset.preview && (status === "starting" || status === "running");
  const isRefused = status === "error" && !dataset.detected_columns;
  return (
    <>
      <BuildState of={dataset} />
      {isRefused && (
        <div>
          <ButtonLink to={`/datasets/${dataset.id}`}>See files</ButtonLink>
        </div>
      )}
      {!isRefused && (isReading || !dataset.detected_columns) && (
        <Skeleton rows={12} label="Reading the files" />
      )}
      {!isReading && dataset.detected_columns && (
        <Editor
          key={JSON.stringify([dataset.id, dataset.preview, dataset.options])}
          dataset={dataset}
          change={change}
          onSave={save}
        />
      )}
    </>
  );
};

/** Entries about a preview are of no use once its files are read in another way. */
const draftKey = ({ id, preview, options }: Dataset): string =>
  preview ? `mapping:${id}:${JSON.stringify(options)}` : `mapping:${id}`;

interface EditorProps {
  dataset: Dataset;
  change: ReturnType<typeof useChange<"datasets">>;
  /** `forget`: call it once the draft is saved. */
  onSave: (draft: Draft, forget: () => void) => void;
}

const Editor = ({ dataset, change, onSave }: EditorProps) => {
  const state = useSessionState<Draft>(draftKey(dataset), () => startingDraft(dataset));
  const draft = state.value;
  const { preview, proposal } = dataset;
  const readAgain = (options: object) => {
    state.forget();
    change.mutate({ options, preview: true });
  };
  const setOptions = (options: FileOptions) =>
    preview ? readAgain(options) : state.set({ ...draft, options: { ...draft.options, ...options } });
  const parts = useParts(dataset, draft);
  const part: PartProps = { draft, onChange: state.set, columns: mappableColumns(dataset) };
  return (
    <>
      <FileSettings
        dataset={dataset}
        options={draft.options}
        isBusy={change.isPending}
        onChange={setOptions}
      />
      <Findings
        dataset={dataset}
        draft={draft}
        isChanged={state.isChanged}
        onChange={state.set}
        onShow={parts.show}
        onRead={readAgain}
        onExpect={(expected) => change.mutate({ expected, preview: true })}
      />
      <details
        id="columns"
        className={styles.more}
        open={parts.opened.has("columns")}
        onToggle={({ currentTarget }) => parts.setOpen("columns", currentTarget.open)}
      >
        <summary>
          Columns{" "}
          <span className="soft small">
            {formatCount(rolesOf(draft).size)} of {formatCount(part.columns.length)} are used
          </span>
        </summary>
        <ColumnRows {...part} proposed={proposal?.columns ?? []} />
      </details>
      <EventSettings {...part} opened={parts.opened} onOpen={parts.setOpen} />
      <PeopleSettings {...part} rows={dataset.sample ?? []} />
      <KeySettings {...part} />
      <SaveBar dataset={dataset} change={change} state={state} onSave={onSave} />
    </>
  );
};

type DraftState = ReturnType<typeof useSessionState<Draft>>;

/** Problems of the draft, and the buttons that save and discard it. */
const SaveBar = ({ dataset, change, state, onSave }: EditorProps & { state: DraftState }) => {
  const { preview, proposal, row_count: rows } = dataset;
  const problems = problemsOf(state.value, proposal?.questions);
  return (
    <div className={styles.bar}>
      <ErrorNotice problem={change.error} />
      {problems.length > 0 ? (
        <Problems of={problems} />
      ) : (
        <p className="soft">{preview && !state.isChanged && headline(dataset)}</p>
      )}
      {state.isChanged && (
        <Button look="quiet" onClick={state.reset}>
          {preview ? "Reset to suggestion" : "Discard changes"}
        </Button>
      )}
      <Button
        look="primary"
        isBusy={change.isPending}
        disabled={problems.length > 0 || (preview && rows === 0)}
        onClick={() => onSave(state.value, state.forget)}
      >
        {preview ? "Continue" : "Save and rebuild"}
      </Button>
    </div>
  );
};

const Problems = ({ of }: { of: readonly string[] }) => (
  <ul aria-live="polite">
    {of.map((problem) => (
      <li key={problem}>{problem}</li>
    ))}
  </ul>
);

/** The folded parts of the page. The columns of a known export start folded, unless something is asked. */
const useParts = ({ proposal }: Dataset, draft: Draft) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => {
    const isKnown = proposal?.recognised && openQuestions(proposal.questions, draft).length === 0;
    return new Set(isKnown ? [] : ["columns"]);
  });
  const setOpen = (part: string, isOpen: boolean) => {
    if (opened.has(part) === isOpen) return;
    setOpened(isOpen ? new Set([...opened, part]) : new Set([...opened].filter((each) => each !== part)));
  };
  return {
    opened,
    setOpen,
    /** Opens a part and moves the focus to it. */
    show(part: string) {
      flushSync(() => setOpen(part, true));
      const details = document.getElementById(part === "columns" ? part : settingsId(part));
      details?.querySelector("summary")?.focus();
      details?.scrollIntoView({ block: "start" });
    },
  };
};
