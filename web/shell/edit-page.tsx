// The page that creates a resource, or edits one. The form in it says what is sent; this frame reads the
// resource, sends the form and leads to the resource's page once it is saved. Entries that are not saved yet
// are kept.

import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import { useMay, useSession } from "../api/account.js";
import { changedBy, type Kind, listOf, pageOf, type Records } from "../api/kinds.js";
import { useChange, useCreate, useRecord } from "../api/resources.js";
import { DraftForm } from "../ui/draft.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { Skeleton } from "../ui/panel.js";
import { Page } from "./page.js";

/** Given to a form: the text of its button, the state of the request, and the function that sends it. */
export interface Saving {
  action: string;
  sending: { isPending: boolean; error: Error | null };
  /** The body of the request that creates the resource, or the merge patch that changes it. */
  save: (body: object) => void;
}

interface EditPageProps<K extends Kind> {
  kind: K;
  /** Absent: a new one. */
  id?: string | undefined;
  about?: ReactNode;
  /** `record` is absent for a new one. */
  children: (saving: Saving, record: Records[K] | undefined) => ReactNode;
}

export const EditPage = <K extends Kind>({ kind, id, about, children }: EditPageProps<K>) => {
  const { data: record, error } = useRecord(kind, id);
  const create = useCreate(kind);
  const change = useChange(kind, id ?? "");
  const [, navigate] = useLocation();
  const { one, label, title } = resourceLabels[kind];
  const isNew = id === undefined;
  const may = useMay();
  if (!may(changedBy(kind))) return <NotAllowed kind={kind} />;
  const sending = isNew ? create : change;
  const saving = (forget: () => void): Saving => ({
    action: isNew ? `Create ${one}` : "Save changes",
    sending,
    save: (body) =>
      sending.mutate(body, {
        onSuccess(saved) {
          forget();
          navigate(pageOf(kind, saved.id));
        },
      }),
  });
  return (
    <Page
      title={isNew ? `New ${one}` : `Edit ${record?.name ?? one}`}
      up={isNew ? { to: listOf(kind), label: title } : { to: pageOf(kind, id), label: record?.name ?? label }}
      about={about}
    >
      <ErrorNotice problem={error} />
      {isNew || record ? (
        <DraftForm key={id} name={`${kind}:${id ?? "new"}`}>
          {(forget) => children(saving(forget), record)}
        </DraftForm>
      ) : (
        !error && <Skeleton rows={8} />
      )}
    </Page>
  );
};

/** For whoever opens the address with a role that may not. */
export const NotAllowed = ({ kind }: { kind: Kind }) => {
  const { data: session } = useSession();
  const { one, title } = resourceLabels[kind];
  return (
    <Page title={title} up={{ to: listOf(kind), label: title }}>
      <p>
        With the role {session?.role} you can see each {one} and not change it. The owner or an administrator
        can change your role under Settings, Team.
      </p>
    </Page>
  );
};
