// The page of one resource: its name and status, what it says, what it uses and who uses it, and what can be done with it.

import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import { type Kind, listOf, type Records } from "../api/kinds.js";
import { useAction, useChange, useRecord, useRemove } from "../api/resources.js";
import { Button } from "../ui/button.js";
import { Confirm, Dialog } from "../ui/dialog.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { TextField } from "../ui/field.js";
import { formatAgo } from "../ui/format.js";
import { Skeleton } from "../ui/panel.js";
import { BuildState, StatusBadge } from "../ui/status.js";
import { Page } from "./page.js";
import styles from "./record-page.module.css";
import { Relations } from "./relations.js";

interface RecordPageProps<K extends Kind> {
  kind: K;
  id: string;
  /** Buttons of this kind, before those that all have. */
  actions?: (record: Records[K]) => ReactNode;
  children: (record: Records[K]) => ReactNode;
}

export const RecordPage = <K extends Kind>({ kind, id, actions, children }: RecordPageProps<K>) => {
  const { data: record, error } = useRecord(kind, id);
  const up = { to: listOf(kind), label: resourceLabels[kind].title };
  if (!record)
    return (
      <Page title={capital(resourceLabels[kind].one)} up={up}>
        <ErrorNotice problem={error} />
        {!error && <Skeleton rows={8} />}
      </Page>
    );
  const { name, last_updated_output_at: builtAt } = record;
  return (
    <Page
      title={name}
      up={up}
      about={
        <p className={styles.about}>
          <StatusBadge of={record} />
          {builtAt && <span>built {formatAgo(builtAt)}</span>}
        </p>
      }
      actions={
        <>
          {actions?.(record)}
          <Actions kind={kind} record={record} />
        </>
      }
    >
      <BuildState of={record} />
      {children(record)}
      <Relations id={record.id} />
    </Page>
  );
};

type Asked = "rename" | "archive" | "delete";

const Actions = <K extends Kind>({ kind, record }: { kind: K; record: Records[K] }) => {
  const [asked, setAsked] = useState<Asked>();
  const build = useAction(kind, record.id, "force_update");
  const restore = useAction(kind, record.id, "unarchive");
  const close = () => setAsked(undefined);
  // A trait comes and goes with the datasets that emit it, under the name that they give it.
  const isBuilt = kind !== "traits";
  return (
    <>
      {record.archived_at ? (
        <Button isBusy={restore.isPending} onClick={() => restore.mutate({ cascade_to_all: true })}>
          Restore
        </Button>
      ) : (
        isBuilt && (
          <Button isBusy={build.isPending} onClick={() => build.mutate(undefined)}>
            Build again
          </Button>
        )
      )}
      {isBuilt && <Button onClick={() => setAsked("rename")}>Rename</Button>}
      {isBuilt && !record.archived_at && <Button onClick={() => setAsked("archive")}>Archive</Button>}
      <Button look="danger" onClick={() => setAsked("delete")}>
        Delete
      </Button>
      <ErrorNotice problem={build.error ?? restore.error} />
      {asked === "rename" && <Rename kind={kind} record={record} onClose={close} />}
      {asked === "archive" && <Archive kind={kind} record={record} onClose={close} />}
      {asked === "delete" && <Delete kind={kind} record={record} onClose={close} />}
    </>
  );
};

interface Asking {
  kind: Kind;
  record: Records[Kind];
  onClose: () => void;
}

const Rename = ({ kind, record, onClose }: Asking) => {
  const [name, setName] = useState(record.name);
  const change = useChange(kind, record.id);
  return (
    <Dialog title={`Rename ${record.name}`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name }, { onSuccess: onClose });
        }}
      >
        <TextField label="Name" value={name} onChange={setName} required />
        <ErrorNotice problem={change.error} />
        <Button type="submit" look="primary" isBusy={change.isPending}>
          Save the name
        </Button>
      </form>
    </Dialog>
  );
};

const Archive = ({ kind, record, onClose }: Asking) => {
  const archive = useAction(kind, record.id, "archive");
  return (
    <Confirm
      title={`Archive ${record.name}?`}
      action={`Archive the ${resourceLabels[kind].one}`}
      isBusy={archive.isPending}
      problem={archive.error}
      onConfirm={() => archive.mutate({ cascade_to_all: true }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        It is not built any more, and neither is what uses it. The last results stay where they are, and all
        of it can be restored.
      </p>
    </Confirm>
  );
};

const Delete = ({ kind, record, onClose }: Asking) => {
  const remove = useRemove(kind, record.id);
  const [, navigate] = useLocation();
  return (
    <Confirm
      title={`Delete ${record.name}?`}
      action={`Delete the ${resourceLabels[kind].one}`}
      isDangerous
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate(listOf(kind)) })}
      onCancel={onClose}
    >
      <p>This cannot be taken back. What others use cannot be deleted: archive it, or delete those first.</p>
    </Confirm>
  );
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
