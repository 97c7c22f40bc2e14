// Keys that programs use: a new one is shown once, and any can be revoked.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Copy } from "../../ui/copy.js";
import { Confirm, Dialog } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatAgo, formatDay } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";

type Key = Schemas["ApiKey"];

export const ApiKeys = () => {
  const { data, error } = useQuery({
    queryKey: ["api_keys"],
    queryFn: () => answer(api.GET("/accounts/current/api_keys")),
  });
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<Key>();
  return (
    <Panel title="API keys" actions={<Button onClick={() => setNew(true)}>New key</Button>}>
      <p>Programs of yours send one as a bearer token. Whoever has a key can do everything that you can.</p>
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
      { header: "For", value: ({ name }) => name },
      { header: "Ends in", value: ({ hint }) => hint, cell: ({ hint }) => <code>…{hint}</code> },
      {
        header: "Issued",
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => formatDay(created_at),
      },
      {
        header: "Last used",
        value: ({ last_used_at }) => last_used_at,
        cell: ({ last_used_at: at }) => (at ? formatAgo(at) : <span className="soft">never</span>),
      },
      {
        header: "Valid",
        value: ({ expires_at }) => expires_at,
        cell: ({ expires_at }) => (expires_at ? `until ${formatDay(expires_at)}` : "until revoked"),
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
    empty={<Empty>There are no keys. Only the console can be used.</Empty>}
  />
);

const NewKey = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState("");
  const issue = useMutationOf((body: { name: string }) =>
    answer(api.POST("/accounts/current/api_keys", { body })),
  );
  if (issue.data)
    return (
      <Dialog title={`The key for ${issue.data.name}`} onClose={onClose}>
        <p>It is shown this once. Keep it where secrets are kept.</p>
        <Copy text={issue.data.api_key} label="the key" />
        <div>
          <Button look="primary" onClick={onClose}>
            I have it
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="New key" onClose={onClose}>
      <Form
        action="Issue the key"
        sending={issue}
        onSubmit={() => issue.mutate({ name })}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="What it is for"
          hint="So that you know later which one to revoke: nightly export."
          value={name}
          onChange={setName}
          required
        />
      </Form>
    </Dialog>
  );
};

const Revoke = ({ apiKey: { id, name, hint }, onClose }: { apiKey: Key; onClose: () => void }) => {
  const revoke = useMutationOf(() =>
    answer(api.DELETE("/accounts/current/api_keys/{id}", { params: { path: { id } } })),
  );
  return (
    <Confirm
      title={`Revoke the key for ${name}?`}
      action="Revoke the key"
      isDangerous
      isBusy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        Programs that use the key that ends in <code>{hint}</code> are refused from now on. This cannot be
        taken back.
      </p>
    </Confirm>
  );
};
