// The page of a member without a second factor, in an account that asks everyone for one.

import { useState } from "react";
import { startAfresh, useSession, useSignOut } from "../../api/account.js";
import { SetUpSecondFactor } from "../../shell/second-factor.js";
import { Button } from "../../ui/button.js";
import { AddPasskey } from "../settings/passkeys.js";
import styles from "./sign-in.module.css";

const NeedsFactorPage = () => {
  const { data: session } = useSession();
  const signOut = useSignOut();
  const [isKey, setKey] = useState(false);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.mark}>
          <img src="/favicon.svg" alt="" width="40" height="40" />
          Bellwether
        </p>
        <h1>Set up a second factor</h1>
        <p>
          The owner of {session?.account?.name} asks everyone for one. It takes a minute and an authenticator
          app, or a device with a fingerprint reader or a PIN.
        </p>
        <SetUpSecondFactor onDone={startAfresh} />
        {isKey ? (
          <AddPasskey onDone={startAfresh} />
        ) : (
          <Button onClick={() => setKey(true)}>Add a passkey instead</Button>
        )}
        <Button look="quiet" onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </main>
  );
};

export default NeedsFactorPage;
