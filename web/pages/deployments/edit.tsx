// Writes a deployment, or writes it anew.

import { useState } from "react";
import { useLocation } from "wouter";
import { listOf, pageOf, words } from "../../api/kinds.js";
import { useChange, useCreate, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Skeleton } from "../../ui/panel.js";
import { bodyOf, type DeploymentDraft, draftOf, emptyDraft, patchOf, type Target } from "./draft.js";
import { DeploymentForm } from "./form.js";

/** At `/deployments/new` there is no `id`. */
const EditDeployment = ({ id }: { id?: string }) => {
  const { data, error } = useRecord("targets", id);
  if (id === undefined) return <NewDeployment />;
  if (data) return <ChangedDeployment key={id} target={data} />;
  return (
    <Page title="Edit the deployment" up={{ to: listOf("targets"), label: words.targets.many }}>
      <ErrorNotice problem={error} />
      {!error && <Skeleton rows={8} />}
    </Page>
  );
};
export default EditDeployment;

const NewDeployment = () => {
  const create = useCreate("targets");
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<DeploymentDraft>(() => ({
    ...emptyDraft,
    scopeId: new URLSearchParams(window.location.search).get("scope") ?? "",
  }));
  return (
    <Page
      title="New deployment"
      up={{ to: listOf("targets"), label: words.targets.many }}
      about="Hands out what a pipeline says, and is kept fresh as data arrive."
    >
      <DeploymentForm
        draft={draft}
        onChange={setDraft}
        action="Create the deployment"
        isBusy={create.isPending}
        problem={create.error}
        onSave={(name) =>
          create.mutate(bodyOf({ ...draft, name }), {
            onSuccess: ({ id }) => navigate(pageOf("targets", id)),
          })
        }
      />
    </Page>
  );
};

const ChangedDeployment = ({ target }: { target: Target }) => {
  const change = useChange("targets", target.id);
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => draftOf(target));
  const page = pageOf("targets", target.id);
  return (
    <Page title={`Edit ${target.name}`} up={{ to: page, label: target.name }}>
      <DeploymentForm
        draft={draft}
        onChange={setDraft}
        action="Save the deployment"
        isBusy={change.isPending}
        problem={change.error}
        onSave={(name) => change.mutate(patchOf({ ...draft, name }), { onSuccess: () => navigate(page) })}
      />
    </Page>
  );
};
