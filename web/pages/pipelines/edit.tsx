// Writes a pipeline, or writes it anew: whom it tells of, what it says of them, and what it is called.

import { useState } from "react";
import { useLocation } from "wouter";
import { listOf, pageOf, type Records, words } from "../../api/kinds.js";
import { useChange, useCreate, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Skeleton } from "../../ui/panel.js";
import { bodyOf, draftOf, emptyDraft, type PipelineDraft } from "./draft.js";
import { PipelineForm } from "./form.js";

/** At `/pipelines/new` there is no `id`. */
const EditPipeline = ({ id }: { id?: string }) => {
  const { data, error } = useRecord("scopes", id);
  if (id === undefined) return <NewPipeline />;
  if (data) return <ChangedPipeline key={id} pipeline={data} />;
  return (
    <Page title="Edit the pipeline" up={{ to: listOf("scopes"), label: words.scopes.many }}>
      <ErrorNotice problem={error} />
      {!error && <Skeleton rows={8} />}
    </Page>
  );
};
export default EditPipeline;

const NewPipeline = () => {
  const create = useCreate("scopes");
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<PipelineDraft>(() => startingWith(window.location.search));
  return (
    <Page
      title="New pipeline"
      up={{ to: listOf("scopes"), label: words.scopes.many }}
      about="Whom to tell of, and what to say of them. It begins as a preview: until you enable it, its files hold the first 1,000 rows."
    >
      <PipelineForm
        draft={draft}
        onChange={setDraft}
        action="Create the pipeline"
        isBusy={create.isPending}
        problem={create.error}
        onSave={(name) =>
          create.mutate(bodyOf({ ...draft, name }), { onSuccess: ({ id }) => navigate(pageOf("scopes", id)) })
        }
      />
    </Page>
  );
};

/** `?outcome=` and `?cohort=` of the address are chosen already. */
const startingWith = (query: string): PipelineDraft => {
  const asked = new URLSearchParams(query);
  return { ...emptyDraft, outcomes: asked.getAll("outcome"), include: asked.getAll("cohort") };
};

const ChangedPipeline = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const change = useChange("scopes", pipeline.id);
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => draftOf(pipeline));
  const page = pageOf("scopes", pipeline.id);
  return (
    <Page title={`Edit ${pipeline.name}`} up={{ to: page, label: pipeline.name }}>
      <PipelineForm
        draft={draft}
        onChange={setDraft}
        action="Save the pipeline"
        isBusy={change.isPending}
        problem={change.error}
        onSave={(name) => change.mutate(bodyOf({ ...draft, name }), { onSuccess: () => navigate(page) })}
      />
    </Page>
  );
};
