// The pages that create and edit a prediction (API: outcome).

import { groupInput } from "../../../src/words/evaluation.js";
import type { Records } from "../../api/kinds.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { useDraft } from "../../ui/draft.js";
import { definitionOf, draftOf, emptyDraft, patchOf } from "./draft.js";
import { type Analysis, useAnalysis } from "./evaluation/analysis.js";
import { OutcomeForm } from "./outcome-form.js";
import { TemplateChoice } from "./template-choice.js";

/** At `/outcomes/new` there is no `id`. */
const EditOutcome = ({ id }: { id?: string }) => (
  <EditPage
    kind="outcomes"
    id={id}
    about={
      id === undefined
        ? "Predict who in one cohort will enter another. The preview updates as you fill in the form."
        : "Saving retrains the model and rebuilds everything that uses it."
    }
  >
    {(saving, outcome) =>
      outcome ? <EditForm key={outcome.id} saving={saving} outcome={outcome} /> : <NewForm saving={saving} />
    }
  </EditPage>
);
export default EditOutcome;

const NewForm = ({ saving }: { saving: Saving }) => {
  const [draft, setDraft] = useDraft("prediction", emptyDraft);
  return (
    <OutcomeForm
      draft={draft}
      onChange={setDraft}
      saving={saving}
      onSave={() => saving.save({ name: draft.name, ...definitionOf(draft) })}
    >
      <TemplateChoice onDraft={setDraft} />
    </OutcomeForm>
  );
};

const EditForm = ({ saving, outcome }: { saving: Saving; outcome: Records["outcomes"] }) => {
  const [draft, setDraft] = useDraft("prediction", () => draftOf(outcome));
  const { data: analysis } = useAnalysis(outcome.id);
  return (
    <OutcomeForm
      draft={draft}
      onChange={setDraft}
      saving={saving}
      features={analysis ? inputsOf(analysis) : []}
      onSave={() => saving.save(patchOf(draft))}
    />
  );
};

/** Features, and groups of people as a whole. */
const inputsOf = ({ overall_features, method }: Analysis) => [
  ...overall_features.recognized_individuals,
  ...(method.groups ?? []).map(({ name, input }) => ({
    name: input,
    literate: groupInput(name),
  })),
];
