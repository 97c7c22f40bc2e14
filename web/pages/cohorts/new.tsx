// A new cohort.

import { useState } from "react";
import { useLocation } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useCreate, useList } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { CohortBuilder } from "./builder.js";
import { definitionOf, draftOf } from "./draft.js";

const NewCohort = () => {
  const [draft, setDraft] = useState(draftOf({}));
  const { data: streams } = useList("streams");
  const create = useCreate("cohorts");
  const [, navigate] = useLocation();
  const [first] = streams ?? [];
  const [isBegun, setBegun] = useState(false);
  const shown = !isBegun && first ? { ...draft, stream: first.stream_name } : draft;
  return (
    <Page
      title="New cohort"
      up={{ to: "/cohorts", label: "Cohorts" }}
      about="Say who belongs to it. What you say is read back, and counted, as you go."
    >
      <CohortBuilder
        draft={shown}
        onChange={(changed) => {
          setBegun(true);
          setDraft(changed);
        }}
        action="Create the cohort"
        isBusy={create.isPending}
        problem={create.error}
        onSave={() =>
          create.mutate(
            { name: shown.name, ...definitionOf(shown) },
            { onSuccess: ({ id }) => navigate(pageOf("cohorts", id)) },
          )
        }
      />
    </Page>
  );
};
export default NewCohort;
