// A question is changed, and learned anew.

import { useState } from "react";
import { useLocation } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useChange, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Skeleton } from "../../ui/panel.js";
import { draftOf, patchOf } from "./draft.js";
import { useAnalysis } from "./evidence/analysis.js";
import { OutcomeForm } from "./outcome-form.js";

const EditOutcome = ({ id }: { id: string }) => {
  const { data: outcome, error } = useRecord("outcomes", id);
  return (
    <Page
      title={outcome ? `Change ${outcome.name}` : "Change an outcome"}
      up={{ to: pageOf("outcomes", id), label: outcome?.name ?? "Outcome" }}
      about="It is learned again when it is saved, and so is what uses it."
    >
      <ErrorNotice problem={error} />
      {outcome ? <Editor key={outcome.id} outcome={outcome} /> : !error && <Skeleton rows={8} />}
    </Page>
  );
};
export default EditOutcome;

const Editor = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const [draft, setDraft] = useState(() => draftOf(outcome));
  const { data: analysis } = useAnalysis(outcome.id);
  const change = useChange("outcomes", outcome.id);
  const [, navigate] = useLocation();
  return (
    <OutcomeForm
      draft={draft}
      onChange={setDraft}
      action="Save the question"
      isBusy={change.isPending}
      problem={change.error}
      features={analysis?.overall_features.recognized_individuals ?? []}
      onSave={() =>
        change.mutate(patchOf(draft), { onSuccess: () => navigate(pageOf("outcomes", outcome.id)) })
      }
    />
  );
};
