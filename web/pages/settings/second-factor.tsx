// The second factor of whoever is signed in, and whether the account asks everyone for one.

import { useState } from "react";
import { changeAccount, useMay, useSession } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { RemoveSecondFactor, SetUpSecondFactor } from "../../shell/second-factor.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField } from "../../ui/field.js";
import { Panel } from "../../ui/panel.js";

export const SecondFactor = ({ account }: { account: Schemas["Account"] }) => {
  const { data: session, refetch } = useSession();
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  if (!session?.user) return null;
  const has = session.user.has_second_factor;
  const close = () => {
    setOpen(false);
    void refetch();
  };
  return (
    <Panel title="Second factor">
      <p>
        {has
          ? "You sign in with a code of your authenticator app besides the password."
          : "With a second factor, a stolen password is not enough: you also enter a code of an app on your telephone."}
      </p>
      {isOpen && (has ? <RemoveSecondFactor onDone={close} /> : <SetUpSecondFactor onDone={close} />)}
      {!isOpen && (
        <div>
          <Button onClick={() => setOpen(true)}>{has ? "Remove" : "Set up"}</Button>
        </div>
      )}
      {may("own") && <AskEveryone account={account} />}
    </Panel>
  );
};

const AskEveryone = ({ account }: { account: Schemas["Account"] }) => {
  const change = useMutationOf(changeAccount);
  return (
    <>
      <CheckField
        label="Everyone in this account needs one"
        hint="Members without one can do nothing but set it up. API keys are not asked."
        checked={account.needs_second_factor}
        onChange={(needs_second_factor) => change.mutate({ needs_second_factor })}
      />
      <ErrorNotice problem={change.error} />
    </>
  );
};
