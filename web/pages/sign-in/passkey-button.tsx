// Button of the sign-in page that signs in with a passkey. The code for it is loaded when it is pressed.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import styles from "./sign-in.module.css";

export const PasskeyButton = () => {
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: async () => (await import("../../api/passkeys.js")).signInByPasskey(),
    onSuccess: () => queries.resetQueries(),
  });
  if (!("PublicKeyCredential" in window)) return null;
  return (
    <div className={styles.providers}>
      <Button isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      <PasskeyProblem error={signIn.error} />
    </div>
  );
};

/** Problems of the service, and those of the browser, which has words of its own for them. */
const PasskeyProblem = ({ error }: { error: Error | null }) => {
  if (error === null) return null;
  if ("status" in error) return <ErrorNotice problem={error as never} />;
  return <p role="alert">The device gave no passkey. Try again, or sign in with your password.</p>;
};
