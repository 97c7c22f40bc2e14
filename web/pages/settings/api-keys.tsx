// API keys: a new one is shown once, and any can be revoked.

import { useState } from "react";
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
  const [revoked, setRevoked] = useState<Key>();
  return (
    <Panel title="API keys" actions={<Button onClick={() => setNew(true)}>New key</Button>}>
      <p>
        Your programs send a key as a bearer token. Anyone with a key can do what its scope and its role
        allow, so give each program only what it needs.
      </p>
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton />}
      {data && <Keys keys={data} onRevoke={setRevoked} />}
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {revoked && <Revoke apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </Panel>
  );
};

const Keys = ({ keys, onRevoke }: { keys: readonly Key[]; onRevoke: (key: Key) => void }) => (
  <List
    label="Keys"
    rows={keys}
    rowKey={({ id }) => id}
    columns={[
      { header: "Name", value: ({ name }) => name },
      { header: "Ends in", value: ({ hint }) => hint, cell: ({ hint }) => <code>…{hint}</code> },
      { header: "Scope", value: ({ scope }) => scopes[scope].label, isFilter: true },
      { header: "Role", value: ({ role }) => roleWords[role].label, isFilter: true },
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
        cell: ({ expires_at }) => (expires_at ? formatDay(expires_at) : <span className="soft">never</span>),
      },
      {
        header: "Revoke",
        value: () => undefined,
        cell: (key) => (
          <Button look="quiet" onClick={() => onRevoke(key)}>
            Revoke<span className="visually-hidden"> {key.name}</span>
          </Button>
        ),
      },
    ]}
    empty={<Empty>No API keys yet. Create one to use the API.</Empty>}
  />
);

const NewKey = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("read");
  const own = useSession().data?.role ?? "owner";
  const [role, setRole] = useState<Role>(own);
  const issue = useMutationOf((body: { name: string; scope: Scope; role: Role }) =>
    answer(api.POST("/accounts/current/api_keys", { body })),
  );
  if (issue.data)
    return (
      <Dialog title={`API key “${issue.data.name}”`} onClose={onClose}>
        <p>Copy the key now and store it safely: it is shown only once.</p>
        <Copy text={issue.data.api_key} label="API key" />
        <div>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="New API key" onClose={onClose}>
      <Form
        action="Create key"
        sending={issue}
        onSubmit={() => issue.mutate({ name, scope, role })}
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
