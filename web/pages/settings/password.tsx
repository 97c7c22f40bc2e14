// How one signs in to the console, and how others who are signed in are signed out.

import { useState } from "react";
import { useSession, useSignOutEverywhere } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { FieldGroup, TextField } from "../../ui/field.js";
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
          ? "A new password signs out everybody else who is signed in, in any browser. API keys go on working."
          : "This account has none: it is reached by API keys alone. With a password one can sign in to the console."}
      </p>
      {!account.email && <p>Give the account an e-mail address first: one signs in with both.</p>}
      <Form
        action={hasPassword ? "Change the password" : "Set the password"}
        sending={change}
        onSubmit={save}
        isDisabled={!account.email}
      >
        <FieldGroup legend={hasPassword ? "From the old to the new" : "The password"}>
          {hasPassword && (
            <TextField
              label="Password until now"
              type="password"
              value={current}
              onChange={setCurrent}
              autoComplete="current-password"
              required
            />
          )}
          <TextField
            label="New password"
            type="password"
            hint="At least 12 characters; the longer the better."
            value={wanted}
            onChange={setWanted}
            autoComplete="new-password"
            minLength={12}
            required
          />
        </FieldGroup>
        <p role="status">{change.isSuccess && "It is set. Everybody else is signed out."}</p>
      </Form>
    </Panel>
  );
};

// Who else is signed in is signed out, and so is whoever presses the button.

export const Sessions = () => {
  const [isAsked, setAsked] = useState(false);
  const signOut = useSignOutEverywhere();
  return (
    <Panel title="Signed in">
      <p>
        Who is signed in stays so for 14 days after they were here last, in each browser by itself. If one of
        them is lost, sign out everywhere.
      </p>
      <div>
        <Button onClick={() => setAsked(true)}>Sign out everywhere</Button>
      </div>
      {isAsked && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          isBusy={signOut.isPending}
          problem={signOut.error}
          onConfirm={() => signOut.mutate()}
          onCancel={() => setAsked(false)}
        >
          <p>In every browser, this one too. API keys go on working.</p>
        </Confirm>
      )}
    </Panel>
  );
};
