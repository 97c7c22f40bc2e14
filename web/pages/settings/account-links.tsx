// The links of the account to files and reports, which are revoked together.

import { useState } from "react";
import { revokeAllLinks } from "../../api/account.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { Panel } from "../../ui/panel.js";

export const AccountLinks = () => {
  const [isOpen, setOpen] = useState(false);
  const revoke = useMutationOf(revokeAllLinks);
  return (
    <Panel title="Links">
      <p>
        Anyone with a link to a file or report can open it without signing in, until the link ends. If a link
        reached the wrong person, revoke all links.
      </p>
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          Revoke all links of this account
        </Button>
      </div>
      <p role="status">{revoke.isSuccess && "All links are revoked. Open a deployment to get a new one."}</p>
      {isOpen && (
        <Confirm
          title="Revoke all links of this account?"
          action="Revoke all links"
          isDangerous
          isBusy={revoke.isPending}
          problem={revoke.error}
          onConfirm={() => revoke.mutate(undefined, { onSuccess: () => setOpen(false) })}
          onCancel={() => setOpen(false)}
        >
          <p>
            All links to files and reports stop working now, also standing ones. Programs that use one need a
            new link. You cannot undo this.
          </p>
        </Confirm>
      )}
    </Panel>
  );
};
