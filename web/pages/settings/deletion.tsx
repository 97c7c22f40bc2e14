// Deletion of the account, with a delay during which it can be cancelled.

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
  <Panel title="Delete account">
    {account.delete_at ? <Due deleteAt={account.delete_at} /> : <Delete account={account} />}
  </Panel>
);

const Due = ({ deleteAt }: { deleteAt: string }) => {
  const restore = useMutationOf(restoreAccount);
  return (
    <>
      <p role="status">
        The account and everything in it (files, people, results and keys) will be deleted on{" "}
        {formatMoment(deleteAt)}, {formatAgo(deleteAt)}. Until then everything keeps working.
      </p>
      <ErrorNotice problem={restore.error} />
      <div>
        <Button look="primary" isBusy={restore.isPending} onClick={() => restore.mutate(undefined)}>
          Keep account
        </Button>
      </div>
    </>
  );
};

const Delete = ({ account: { name } }: { account: Account }) => {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useMutationOf(deleteAccount);
  const close = () => {
    setOpen(false);
    setTyped("");
  };
  return (
    <>
      <p>
        This deletes everything in the account: files, people, results and keys. It takes effect after a delay
        of some days, during which you can cancel it.
      </p>
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      {isOpen && (
        <Confirm
          title={`Delete ${name} and everything in it?`}
          action="Schedule deletion"
          isDangerous
          isBusy={remove.isPending}
          isDisabled={typed !== name}
          problem={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
          onCancel={close}
        >
          <p>You can cancel here until the deletion date. After that, nothing can be recovered.</p>
          <TextField label={`Type “${name}” to confirm`} value={typed} onChange={setTyped} />
        </Confirm>
      )}
    </>
  );
};
