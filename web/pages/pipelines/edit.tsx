// The pages that create and edit a pipeline (API: scope).

import type { Records } from "../../api/kinds.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { useDraft } from "../../ui/draft.js";
import { bodyOf, draftOf, emptyDraft, newBodyOf, type PipelineDraft } from "./draft.js";
import { PipelineForm } from "./form.js";

/** At `/pipelines/new` there is no `id`. */
const EditPipeline = ({ id }: { id?: string }) => (
  <EditPage
    kind="scopes"
    id={id}
    about={
      id === undefined &&
      "Choose who is scored and which predictions they get. A pipeline starts as a preview: its files hold the first 1,000 rows until you enable it."
    }
  >
    {(saving, pipeline) => <Editor key={pipeline?.id} saving={saving} pipeline={pipeline} />}
  </EditPage>
);
export default EditPipeline;

const Editor = ({ saving, pipeline }: { saving: Saving; pipeline: Records["scopes"] | undefined }) => {
  const [draft, setDraft] = useDraft("pipeline", () =>
    pipeline ? draftOf(pipeline) : startingWith(window.location.search),
  );
  return (
    <PipelineForm
      draft={draft}
      onChange={setDraft}
      saving={saving}
      onSave={(name) => saving.save((pipeline ? bodyOf : newBodyOf)({ ...draft, name }))}
    />
  );
};

/** Preselects `?outcome=` and `?cohort=` of the address. */
const startingWith = (query: string): PipelineDraft => {
  const chosen = new URLSearchParams(query);
  return { ...emptyDraft, outcomes: chosen.getAll("outcome"), include: chosen.getAll("cohort") };
};
