// API keys: a new one is shown once, and any can be rotated or revoked.

import { type ReactNode, useState } from "react";
import { type Role, roles, roleWords } from "../../../src/words/roles.js";
import { useApiKeys, useSession } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button, Copy } from "../../ui/button.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { Confirm, Dialog } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatAgo, formatDay } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";

type Key = Schemas["ApiKey"];
type Scope = Key["scope"];

const scopes: Record<Scope, { label: string; meaning: string }> = {
  read: {
    label: "Read",
    meaning: "Reads results, files and data about people. It changes nothing.",
  },
  upload: { label: "Upload", meaning: "Sends files and events and does nothing else. It cannot read them." },
  events: {
    label: "Events",
    meaning:
      "Sends events and does nothing else. It may stand in a page or an app, where anyone can read it.",
  },
  scim: {
    label: "SCIM",
    meaning: "For your identity provider, which says who may sign in and in which groups. Nothing else.",
  },
  everything: { label: "Everything", meaning: "Does everything that its role allows." },
};

export const ApiKeys = () => {
  const { data, error } = useApiKeys();
  const [isNew, setNew] = useState(false);
  const [rotated, setRotated] = useState<Key>();
  const [revoked, setRevoked] = useState<Key>();
  return (
    <Panel title="API keys" actions={<Button onClick={() => setNew(true)}>New key</Button>}>
      <p>
        Your programs send a key as a bearer token. Anyone with a key can do what its scope and its role
        allow, so give each program only what it needs.
      </p>
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton />}
      {data && <Keys keys={data} onRotate={setRotated} onRevoke={setRevoked} />}
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {rotated && <Rotate apiKey={rotated} onClose={() => setRotated(undefined)} />}
      {revoked && <Revoke apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </Panel>
  );
};

interface KeysProps {
  keys: readonly Key[];
  onRotate: (key: Key) => void;
  onRevoke: (key: Key) => void;
}

const Keys = ({ keys, onRotate, onRevoke }: KeysProps) => (
  <List
    label="Keys"
    rows={keys}
    rowKey={({ id }) => id}
    columns={[
      {
        header: "Name",
        value: ({ name }) => name,
        cell: ({ name, replaced_by }) => (
          <>
            {name} {replaced_by && <span className="soft">(replaced)</span>}
          </>
        ),
      },
      { header: "Ends in", value: ({ hint }) => hint, cell: ({ hint }) => <code>…{hint}</code> },
      { header: "Scope", value: ({ scope }) => scopes[scope].label, isFilter: true },
      { header: "Role", value: ({ role }) => roleWords[role].label, isFilter: true },
      {
        header: "Issued by",
        value: ({ issued_by }) => issued_by,
        cell: ({ issued_by }) => issued_by ?? <span className="soft">unknown</span>,
      },
      {
        header: "Created",
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => formatDay(created_at),
      },
      {
        header: "Last used",
        value: ({ last_used_at }) => last_used_at,
        cell: ({ last_used_at: at }) => (at ? formatAgo(at) : <span className="soft">never</span>),
      },
      {
        header: "Expires",
        value: ({ expires_at }) => expires_at,
        cell: ({ expires_at }) =>
          expires_at ? <Expiry at={expires_at} /> : <span className="soft">never</span>,
      },
      {
        header: "Change",
        value: () => undefined,
        cell: (key) => (
          <>
            {!key.replaced_by && (
              <Button look="quiet" onClick={() => onRotate(key)}>
                Rotate<span className="visually-hidden"> {key.name}</span>
              </Button>
            )}
            <Button look="quiet" onClick={() => onRevoke(key)}>
              Revoke<span className="visually-hidden"> {key.name}</span>
            </Button>
          </>
        ),
      },
    ]}
    empty={<Empty>No API keys yet. Create one to use the API.</Empty>}
  />
);

const Expiry = ({ at }: { at: string }) =>
  Date.parse(at) < Date.now() ? <strong>expired {formatAgo(at)}</strong> : formatDay(at);

const NewKey = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("read");
  const own = useSession().data?.role ?? "owner";
  const [role, setRole] = useState<Role>(own);
  const [days, setDays] = useState<Days>("");
  const issue = useMutationOf((body: { name: string; scope: Scope; role: Role; expires_at?: string }) =>
    answer(api.POST("/accounts/current/api_keys", { body })),
  );
  if (issue.data) return <Issued issued={issue.data} onClose={onClose} />;
  return (
    <Dialog title="New API key" onClose={onClose}>
      <Form
        action="Create key"
        sending={issue}
        onSubmit={() => issue.mutate({ name, scope, role, ...(days && { expires_at: daysFromNow(days) }) })}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Name"
          hint="What the key is for, such as “nightly export”."
          value={name}
          onChange={setName}
          required
        />
        <ChoiceField
          legend="Scope"
          value={scope}
          choices={(Object.keys(scopes) as Scope[]).map((value) => ({ value, ...scopes[value] }))}
          onChange={setScope}
        />
        <SelectField
          label="Role"
          hint={role === "owner" ? "Does everything, also deletes the account." : roleWords[role].meaning}
          value={role}
          choices={givenBy(own).map((value) => ({ value, label: roleWords[value].label }))}
          onChange={setRole}
        />
        <SelectField label="Expires" value={days} choices={lives} onChange={setDays} />
      </Form>
    </Dialog>
  );
};

type Days = "" | "1" | "7" | "30" | "90" | "365";

const lives: { value: Days; label: string }[] = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

const daysFromNow = (days: Days): string => new Date(Date.now() + Number(days) * 86_400_000).toISOString();

const Issued = ({
  issued: { name, api_key },
  onClose,
  children,
}: {
  issued: Pick<Schemas["ApiKeyIssued"], "name" | "api_key">;
  onClose: () => void;
  children?: ReactNode;
}) => (
  <Dialog title={`API key “${name}”`} onClose={onClose}>
    <p>Copy the key now and store it safely: it is shown only once.</p>
    <Copy text={api_key} label="API key" />
    {children}
    <div>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
);

const overlaps: { value: Days; label: string }[] = [
  { value: "1", label: "For a day" },
  { value: "7", label: "For a week" },
  { value: "30", label: "For 30 days" },
  { value: "90", label: "For 90 days" },
];

const Rotate = ({ apiKey: { id, name, hint }, onClose }: { apiKey: Key; onClose: () => void }) => {
  const [days, setDays] = useState<Days>("1");
  const rotate = useMutationOf((old_expires_at: string) =>
    answer(
      api.POST("/accounts/current/api_keys/{id}/rotate", {
        params: { path: { id } },
        body: { old_expires_at },
      }),
    ),
  );
  if (rotate.data)
    return (
      <Issued issued={rotate.data} onClose={onClose}>
        <p>
          The key ending in <code>{hint}</code> works until {formatDay(rotate.data.old.expires_at ?? "")}.
          When its last use no longer changes, revoke it.
        </p>
      </Issued>
    );
  return (
    <Dialog title={`Rotate “${name}”`} onClose={onClose}>
      <Form
        action="Rotate key"
        sending={rotate}
        onSubmit={() => rotate.mutate(daysFromNow(days))}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          You get a new key with the same name, scope and role. Both keys work until your programs have
          changed over.
        </p>
        <SelectField label="Keep the old key" value={days} choices={overlaps} onChange={setDays} />
      </Form>
    </Dialog>
  );
};

/** Nobody gives a key more than their own role. */
const givenBy = (own: Role): readonly Role[] => roles.slice(roles.indexOf(own));

const Revoke = ({ apiKey: { id, name, hint }, onClose }: { apiKey: Key; onClose: () => void }) => {
  const revoke = useMutationOf(() =>
    answer(api.DELETE("/accounts/current/api_keys/{id}", { params: { path: { id } } })),
  );
  return (
    <Confirm
      title={`Revoke “${name}”?`}
      action="Revoke key"
      isDangerous
      isBusy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        Programs that use the key ending in <code>{hint}</code> will lose access. You cannot undo this.
      </p>
    </Confirm>
  );
};
