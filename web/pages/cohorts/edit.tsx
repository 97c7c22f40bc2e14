// The pages that create and edit a cohort.

import type { ReactNode } from "react";
import { listed } from "../../../src/words/plural.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { useGraph } from "../../shell/relations.js";
import { useDraft } from "../../ui/draft.js";
import { CohortBuilder } from "./builder.js";
import { type CohortDraft, definitionOf, draftOf, patchOf } from "./draft.js";

/** At `/cohorts/new` there is no `id`. */
const EditCohort = ({ id }: { id?: string }) => (
  <EditPage
    kind="cohorts"
    id={id}
    about={
      id === undefined &&
      "Define who belongs to it. The definition and the number of people update as you type."
    }
  >
    {(saving, cohort) =>
      cohort ? <Changed key={cohort.id} saving={saving} cohort={cohort} /> : <Created saving={saving} />
    }
  </EditPage>
);
export default EditCohort;

const Created = ({ saving }: { saving: Saving }) => {
  const [draft, setDraft] = useDraft<CohortDraft | undefined>("cohort", undefined);
  const { data: streams } = useList("streams");
  // What most people did: rare events come first by their date of creation alone.
  const [first] = (streams ?? []).toSorted((a, b) => (b.event_count ?? 0) - (a.event_count ?? 0));
  const shown = draft ?? draftOf(first ? { stream_name: first.stream_name } : {});
  return (
    <CohortBuilder
      draft={shown}
      onChange={setDraft}
      saving={saving}
      onSave={() => saving.save({ name: shown.name, ...definitionOf(shown) })}
    />
  );
};

const Changed = ({ saving, cohort }: { saving: Saving; cohort: Records["cohorts"] }) => {
  const [draft, setDraft] = useDraft("cohort", () => draftOf(cohort, cohort.name));
  return (
    <CohortBuilder
      draft={draft}
      onChange={setDraft}
      saving={saving}
      onSave={() => saving.save(patchOf(draft))}
    >
      <Consequence id={cohort.id} />
    </CohortBuilder>
  );
};

const Consequence = ({ id }: { id: string }): ReactNode => {
  const { data: edges = [] } = useGraph();
  const users = edges.filter(({ upstream_id }) => upstream_id === id);
  if (users.length === 0) return null;
  const names = listed(users.map((edge) => edge.downstream_literate));
  return (
    <p className="soft">
      {names} {users.length === 1 ? "uses" : "use"} this cohort and will be rebuilt when you save.
    </p>
  );
};
