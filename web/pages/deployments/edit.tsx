// The pages that create and edit a deployment (API: target).

import { EditPage, type Saving } from "../../shell/edit-page.js";
import { useDraft } from "../../ui/draft.js";
import {
  anyProgram,
  bodyOf,
  type DeploymentDraft,
  draftOf,
  emptyDraft,
  patchOf,
  type Target,
} from "./draft.js";
import { DeploymentForm } from "./form.js";

/** At `/deployments/new` there is no `id`. */
const EditDeployment = ({ id }: { id?: string }) => (
  <EditPage
    kind="targets"
    id={id}
    about={
      id === undefined &&
      "Deliver a pipeline's results as a file, a table, a list of a marketing program or a lookup. It is updated whenever data arrives."
    }
  >
    {(saving, target) => <Editor key={target?.id} saving={saving} target={target} />}
  </EditPage>
);
export default EditDeployment;

const Editor = ({ saving, target }: { saving: Saving; target: Target | undefined }) => {
  const [draft, setDraft] = useDraft("deployment", () =>
    target ? draftOf(target) : startingWith(window.location.search),
  );
  return (
    <DeploymentForm
      draft={draft}
      onChange={setDraft}
      saving={saving}
      onSave={(name) => saving.save((target ? patchOf : bodyOf)({ ...draft, name }))}
    />
  );
};

/** Preselects `?scope=` of the address, and with `?send=1` that people are sent to a program. */
const startingWith = (query: string): DeploymentDraft => {
  const parameters = new URLSearchParams(query);
  return {
    ...emptyDraft,
    scopeId: parameters.get("scope") ?? "",
    type: parameters.get("send") === "1" ? anyProgram : emptyDraft.type,
  };
};
