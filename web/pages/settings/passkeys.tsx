// The passkeys of whoever is signed in: registering one, renaming and removing.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { createPasskey, passkeyTrouble } from "../../api/passkeys.js";
import { useMutationOf } from "../../api/resources.js";
import { CurrentPassword } from "../../shell/password-fields.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatMoment } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";

type Passkey = Schemas["Passkey"];

const usePasskeys = () =>
  useQuery({ queryKey: ["passkeys"], queryFn: () => answer(api.GET("/sessions/current/passkeys")) });

export const Passkeys = () => {
  const { data: session } = useSession();
  return session?.user ? <OwnPasskeys /> : null;
};

const OwnPasskeys = () => {
  const { data: passkeys, error } = usePasskeys();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Passkeys">
      <p>
        Sign in with a fingerprint, a face or the PIN of a device. A passkey stands for the password and the
        second factor, and works on no other site.
      </p>
      <ErrorNotice problem={error} />
      {passkeys && passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isOpen ? (
        <AddPasskey onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>Add a passkey</Button>
        </div>
      )}
    </Panel>
  );
};

export const AddPasskey = ({ onDone }: { onDone: () => void }) => {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const add = useMutation({
    mutationFn: () => createPasskey(password, name),
    onSuccess: async () => {
      await queries.invalidateQueries();
      onDone();
    },
  });
  const trouble = passkeyTrouble(add.error);
  return (
    <Form
      action="Add passkey"
      sending={{ isPending: add.isPending, error: trouble === undefined ? add.error : null }}
      onSubmit={() => add.mutate()}
    >
      <TextField
        label="Name of the passkey"
        hint="Such as the device that has it."
        value={name}
        onChange={setName}
        maxLength={100}
        required
      />
      <CurrentPassword value={password} onChange={setPassword} />
      {trouble && <p role="alert">{trouble}</p>}
    </Form>
  );
};

const PasskeyLine = ({ passkey: { id, name, created_at, used_at } }: { passkey: Passkey }) => {
  const [isRemoving, setRemoving] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li>
      <strong>{name}</strong>{" "}
      <span className="soft">
        added {formatMoment(created_at)}
        {used_at ? `, last used ${formatMoment(used_at)}` : ", not used yet"}
      </span>{" "}
      <Button look="quiet" onClick={() => setRenaming(true)} aria-label={`Rename ${name}`}>
        Rename
      </Button>
      <Button look="quiet" onClick={() => setRemoving(true)} aria-label={`Remove ${name}`}>
        Remove
      </Button>
      {isRenaming && <RenamePasskey id={id} before={name} onDone={() => setRenaming(false)} />}
      {isRemoving && <RemovePasskey id={id} name={name} onDone={() => setRemoving(false)} />}
    </li>
  );
};

interface OfPasskey {
  id: string;
  onDone: () => void;
}

const RenamePasskey = ({ id, before, onDone }: OfPasskey & { before: string }) => {
  const [name, setName] = useState(before);
  const rename = useMutationOf((body: { name: string }) =>
    answer(api.PATCH("/sessions/current/passkeys/{id}", { params: { path: { id } }, body })),
  );
  return (
    <Form action="Save name" sending={rename} onSubmit={() => rename.mutate({ name }, { onSuccess: onDone })}>
      <TextField label="Name" value={name} onChange={setName} maxLength={100} required />
    </Form>
  );
};

const RemovePasskey = ({ id, name, onDone }: OfPasskey & { name: string }) => {
  const [password, setPassword] = useState("");
  const remove = useMutationOf((current_password: string) =>
    answer(
      api.DELETE("/sessions/current/passkeys/{id}", {
        params: { path: { id } },
        body: { current_password },
      }),
    ),
  );
  return (
    <Confirm
      title={`Remove ${name}?`}
      action="Remove passkey"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate(password, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <p>It signs in no more.</p>
      <CurrentPassword value={password} onChange={setPassword} />
    </Confirm>
  );
};
