// A new question.

import { useState } from "react";
import { useLocation } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useCreate } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { emptyDraft, questionOf } from "./draft.js";
import { OutcomeForm } from "./outcome-form.js";
import { TemplateChoice } from "./template-choice.js";

const NewOutcome = () => {
  const [draft, setDraft] = useState(emptyDraft);
  const create = useCreate("outcomes");
  const [, navigate] = useLocation();
  return (
    <Page
      title="New outcome"
      up={{ to: "/outcomes", label: "Outcomes" }}
      about="Ask who of one cohort will be in another. What will be learned is read back as you go."
    >
      <OutcomeForm
        draft={draft}
        onChange={setDraft}
        action="Create the outcome"
        isBusy={create.isPending}
        problem={create.error}
        onSave={() =>
          create.mutate(
            { name: draft.name, ...questionOf(draft) },
            { onSuccess: ({ id }) => navigate(pageOf("outcomes", id)) },
          )
        }
      >
        <TemplateChoice onDraft={setDraft} />
      </OutcomeForm>
    </Page>
  );
};
export default NewOutcome;
