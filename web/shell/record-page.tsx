// The page of one resource: name and status, its own panels, the resources it uses and is used by, and its actions.

import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { resourceLabels } from "../../src/words/labels.js";
import { useAccount } from "../api/account.js";
import { changedBy, type Kind, listOf, type Records } from "../api/kinds.js";
import { useAction, useRecord, useRemove, useRename } from "../api/resources.js";
import { Button } from "../ui/button.js";
import { Confirm, Dialog } from "../ui/dialog.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { TextField } from "../ui/field.js";
import { formatAgo } from "../ui/format.js";
import { Skeleton } from "../ui/panel.js";
import { Popover } from "../ui/popover.js";
import { BuildState, StatusBadge } from "../ui/status.js";
import { Allowed } from "./allowed.js";
import { Contents } from "./contents.js";
import { RecordAge } from "./data-age.js";
import { Page } from "./page.js";
import styles from "./page.module.css";
import { LookDialog, NoteDialog, RecordNote } from "./record-note.js";
import { Relations } from "./relations.js";

export interface Part {
  kind: Kind;
  id: string;
  name: string;
}

interface RecordPageProps<K extends Kind> {
  kind: K;
  id: string;
  /** Buttons of this type for every role. */
  readers?: (record: Records[K]) => ReactNode;
  /** Buttons of this type for whoever may change it, before those that all types have. */
  actions?: (record: Records[K]) => ReactNode;
  /** In place of the list of contents and of the links between resources, which one of the tabs has. */
  tabs?: ReactNode;
  /** Made for this resource alone, each after those that it uses: deleted and renamed with it. */
  parts?: readonly Part[];
  children: (record: Records[K]) => ReactNode;
}

export const RecordPage = <K extends Kind>({
  kind,
  id,
  readers,
  actions,
  tabs,
  parts = [],
  children,
}: RecordPageProps<K>) => {
  const { data: record, error } = useRecord(kind, id);
  // The age of the data comes with the account. A sentence that came later would push the page down.
  const { isPending: isAccountPending } = useAccount();
  const { label, title, api: apiName } = resourceLabels[kind];
  const up = { to: listOf(kind), label: title };
  if (!record || isAccountPending)
    return (
      <Page title={label} up={up}>
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
          {builtAt && <span>Built {formatAgo(builtAt)}</span>}
          {record.created_by && <span>Made by {record.created_by.name}</span>}
          {apiName && (
            <span className="soft">
              API: <code>{apiName}</code>
            </span>
          )}
        </p>
      }
      actions={
        <>
          {readers?.(record)}
          <AskForLook id={record.id} name={record.name} />
          <Allowed to={changedBy(kind)}>
            {actions?.(record)}
            <Actions kind={kind} record={record} parts={parts} />
          </Allowed>
        </>
      }
    >
      {record.note && <RecordNote note={record.note} />}
      <BuildState of={record} />
      <RecordAge kind={kind} record={record} />
      {tabs ?? <Contents />}
      {children(record)}
      {!tabs && <Relations id={record.id} />}
    </Page>
  );
};

type OpenDialog = "rename" | "note" | "archive" | "delete";

const Actions = <K extends Kind>({
  kind,
  record,
  parts,
}: {
  kind: K;
  record: Records[K];
  parts: readonly Part[];
}) => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const build = useAction(kind, record.id, "force_update");
  const restore = useAction(kind, record.id, "unarchive");
  const close = () => setDialog(undefined);
  // Datasets create and name traits.
  const isBuilt = kind !== "traits";
  return (
    <>
      {record.archived_at && (
        <Button isBusy={restore.isPending} onClick={() => restore.mutate({ cascade_to_all: true })}>
          Restore
        </Button>
      )}
      <Popover label="More">
        {(closeMenu) => {
          const open = (chosen: OpenDialog) => {
            closeMenu();
            setDialog(chosen);
          };
          return (
            <div className={styles.more}>
              {isBuilt && !record.archived_at && (
                <Button
                  look="quiet"
                  isBusy={build.isPending}
                  onClick={() => build.mutate(undefined, { onSuccess: closeMenu })}
                >
                  Rebuild
                </Button>
              )}
              {isBuilt && (
                <Button look="quiet" onClick={() => open("rename")}>
                  Rename
                </Button>
              )}
              <Button look="quiet" onClick={() => open("note")}>
                {record.note ? "Change note" : "Write a note"}
              </Button>
              {isBuilt && !record.archived_at && (
                <Button look="quiet" onClick={() => open("archive")}>
                  Archive
                </Button>
              )}
              <Button look="quiet" className={styles.delete} onClick={() => open("delete")}>
                Delete
              </Button>
            </div>
          );
        }}
      </Popover>
      <ErrorNotice problem={build.error ?? restore.error} />
      {dialog === "rename" && <Rename kind={kind} record={record} parts={parts} onClose={close} />}
      {dialog === "note" && (
        <NoteDialog id={record.id} name={record.name} note={record.note} onClose={close} />
      )}
      {dialog === "archive" && <Archive kind={kind} record={record} onClose={close} />}
      {dialog === "delete" && <Delete kind={kind} record={record} parts={parts} onClose={close} />}
    </>
  );
};

const AskForLook = ({ id, name }: { id: string; name: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Ask for a look
      </Button>
      {isOpen && <LookDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
};

interface DialogProps {
  kind: Kind;
  record: Records[Kind];
  onClose: () => void;
}

interface WithParts extends DialogProps {
  parts: readonly Part[];
}

const Rename = ({ kind, record, parts, onClose }: WithParts) => {
  const [name, setName] = useState(record.name);
  const alike = parts.filter((part) => part.name === record.name);
  const change = useRename([{ kind, id: record.id }, ...alike]);
  return (
    <Dialog title={`Rename ${record.name}`} onClose={onClose}>
      <form
        className={styles.rename}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(name, { onSuccess: onClose });
        }}
      >
        <TextField label="Name" value={name} onChange={setName} required />
        <ErrorNotice problem={change.error} />
        <Button type="submit" look="primary" isBusy={change.isPending}>
          Save name
        </Button>
      </form>
    </Dialog>
  );
};

const Archive = ({ kind, record, onClose }: DialogProps) => {
  const archive = useAction(kind, record.id, "archive");
  return (
    <Confirm
      title={`Archive ${record.name}?`}
      action={`Archive ${resourceLabels[kind].one}`}
      isBusy={archive.isPending}
      problem={archive.error}
      onConfirm={() => archive.mutate({ cascade_to_all: true }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        It and everything that uses it will no longer be rebuilt. The latest results stay available, and you
        can restore it at any time.
      </p>
    </Confirm>
  );
};

const Delete = ({ kind, record, parts, onClose }: WithParts) => {
  const remove = useRemove([...parts.toReversed(), { kind, id: record.id }]);
  const [, navigate] = useLocation();
  return (
    <Confirm
      title={`Delete ${record.name}?`}
      action={`Delete ${resourceLabels[kind].one}`}
      isDangerous
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate(listOf(kind)) })}
      onCancel={onClose}
    >
      {parts.length > 0 && (
        <>
          <p>Deleted with it:</p>
          <ul>
            {parts.map((part) => (
              <li key={part.id}>
                {resourceLabels[part.kind].one} {part.name}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>You cannot undo this. If other resources use it, delete those first, or archive it instead.</p>
    </Confirm>
  );
};
