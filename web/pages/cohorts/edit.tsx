// A cohort is defined anew. What is made of it is built again, so that is said before.

import { useState } from "react";
import { useLocation } from "wouter";
import { pageOf, type Records } from "../../api/kinds.js";
import { useChange, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { useGraph } from "../../shell/relations.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatMany } from "../../ui/format.js";
import { Skeleton } from "../../ui/panel.js";
import { CohortBuilder } from "./builder.js";
import { draftOf, patchOf } from "./draft.js";

const EditCohort = ({ id }: { id: string }) => {
  const { data: cohort, error } = useRecord("cohorts", id);
  return (
    <Page
      title={cohort ? `Change ${cohort.name}` : "Change a cohort"}
      up={{ to: pageOf("cohorts", id), label: cohort?.name ?? "Cohort" }}
    >
      <ErrorNotice problem={error} />
      {cohort ? <Editor key={cohort.id} cohort={cohort} /> : !error && <Skeleton rows={8} />}
    </Page>
  );
};
export default EditCohort;

const Editor = ({ cohort }: { cohort: Records["cohorts"] }) => {
  const [draft, setDraft] = useState(() => draftOf(cohort, cohort.name));
  const change = useChange("cohorts", cohort.id);
  const [, navigate] = useLocation();
  return (
    <CohortBuilder
      draft={draft}
      onChange={setDraft}
      action="Save the cohort"
      isBusy={change.isPending}
      problem={change.error}
      onSave={() =>
        change.mutate(patchOf(draft), { onSuccess: () => navigate(pageOf("cohorts", cohort.id)) })
      }
    >
      <Consequence id={cohort.id} />
    </CohortBuilder>
  );
};

const Consequence = ({ id }: { id: string }) => {
  const { data: edges = [] } = useGraph();
  const users = edges.filter(({ upstream_id }) => upstream_id === id);
  if (users.length === 0) return null;
  return (
    <p className="soft">
      Used by {formatMany(users.length, "other")}: {users.map((edge) => edge.downstream_literate).join(", ")}.
      {users.length === 1 ? " It is" : " They are"} built again when it is saved.
    </p>
  );
};
