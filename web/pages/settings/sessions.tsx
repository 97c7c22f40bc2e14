// Who else is signed in is signed out, and so is whoever presses the button.

import { useState } from "react";
import { useSignOutEverywhere } from "../../api/session.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/confirm.js";
import { Panel } from "../../ui/panel.js";

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
