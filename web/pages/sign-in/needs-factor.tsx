// The page of a member without a second factor, in an account that asks everyone for one.

import { startAfresh, useSession, useSignOut } from "../../api/account.js";
import { SetUpSecondFactor } from "../../shell/second-factor.js";
import { Button } from "../../ui/button.js";
import styles from "./sign-in.module.css";

const NeedsFactorPage = () => {
  const { data: session } = useSession();
  const signOut = useSignOut();
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
          app.
        </p>
        <SetUpSecondFactor onDone={startAfresh} />
        <Button look="quiet" onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </main>
  );
};

export default NeedsFactorPage;
