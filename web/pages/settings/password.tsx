// The password of the account, and signing out of all browsers.

import { useState } from "react";
import { useSession, useSignOutEverywhere } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { CurrentPassword, NewPassword } from "../../shell/password-fields.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { FieldGroup } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";

export const Password = ({ account }: { account: Schemas["Account"] }) => {
  const { data: session } = useSession();
  const [current, setCurrent] = useState("");
  const [wanted, setWanted] = useState("");
  const change = useMutationOf((body: { password: string; current_password?: string }) =>
    answer(api.PUT("/accounts/current/password", { body })),
  );
  const hasPassword = session?.has_password ?? false;
  const hasAddress = Boolean(session?.user ?? account.email);
  const save = () =>
    change.mutate(
      { password: wanted, ...(hasPassword && { current_password: current }) },
      {
        onSuccess: () => {
          setCurrent("");
          setWanted("");
        },
      },
    );
  return (
    <Panel title="Password">
      <p>
        {hasPassword
          ? "A new password signs out all other browsers. API keys keep working."
          : session?.user
            ? "You sign in through an identity provider and have no password."
            : "This account has no password and can only be used with API keys. Set one to sign in to the console."}
      </p>
      {!hasAddress && <p>Add an e-mail address first: you sign in with both.</p>}
      <Form
        action={hasPassword ? "Change password" : "Set password"}
        sending={change}
        onSubmit={save}
        isDisabled={!hasAddress}
      >
        <FieldGroup legend="Password">
          <CurrentPassword value={current} onChange={setCurrent} />
          <NewPassword value={wanted} onChange={setWanted} />
        </FieldGroup>
        <p role="status">{change.isSuccess && "Password changed. All other browsers are signed out."}</p>
      </Form>
    </Panel>
  );
};

export const Sessions = () => {
  const [isOpen, setOpen] = useState(false);
  const signOut = useSignOutEverywhere();
  return (
    <Panel title="Sessions">
      <p>
        Each browser stays signed in for 14 days after its last visit. If you lose a device, sign out
        everywhere.
      </p>
      <div>
        <Button onClick={() => setOpen(true)}>Sign out everywhere</Button>
      </div>
      {isOpen && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          isBusy={signOut.isPending}
          problem={signOut.error}
          onConfirm={() => signOut.mutate()}
          onCancel={() => setOpen(false)}
        >
          <p>
            This signs out every browser, including this one, and ends the access of assistants that you
            connected. API keys keep working.
          </p>
        </Confirm>
      )}
    </Panel>
  );
};
