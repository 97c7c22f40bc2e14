// The end of the account: after a delay in which it can be taken back.

import { useState } from "react";
import { deleteAccount, restoreAccount } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { formatAgo, formatMoment } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";

type Account = Schemas["Account"];

export const Deletion = ({ account }: { account: Account }) => (
  <Panel title="Delete the account">
    {account.delete_at ? <Due deleteAt={account.delete_at} /> : <Delete account={account} />}
  </Panel>
);

const Due = ({ deleteAt }: { deleteAt: string }) => {
  const restore = useMutationOf(restoreAccount);
  return (
    <>
      <p role="status">
        On {formatMoment(deleteAt)}, {formatAgo(deleteAt)}, the account goes with everything it owns: files,
        people, scores, keys. Until then everything works as before.
      </p>
      <ErrorNotice problem={restore.error} />
      <div>
        <Button look="primary" isBusy={restore.isPending} onClick={() => restore.mutate(undefined)}>
          Keep the account
        </Button>
      </div>
    </>
  );
};

const Delete = ({ account: { name } }: { account: Account }) => {
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useMutationOf(deleteAccount);
  const close = () => {
    setAsked(false);
    setTyped("");
  };
  return (
    <>
      <p>
        Everything it owns goes with it: files, people, scores, keys. That happens after a delay of some days,
        during which it can be taken back.
      </p>
      <div>
        <Button look="danger" onClick={() => setAsked(true)}>
          Delete the account
        </Button>
      </div>
      {isAsked && (
        <Confirm
          title={`Delete ${name} with everything it owns?`}
          action="Delete it after the delay"
          isDangerous
          isBusy={remove.isPending}
          isDisabled={typed !== name}
          problem={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
          onCancel={close}
        >
          <p>Until the day that is told then, it can be taken back here. Afterwards nothing is left.</p>
          <TextField label={`Type “${name}” to go on`} value={typed} onChange={setTyped} />
        </Confirm>
      )}
    </>
  );
};
