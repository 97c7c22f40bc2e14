// The banner that asks to confirm the account's e-mail address, and sends the e-mail for it again.

import { sendConfirmation, useSession } from "../api/account.js";
import { useMutationOf } from "../api/resources.js";
import { Button } from "../ui/button.js";
import { ErrorNotice } from "../ui/error-notice.js";
import styles from "./layout.module.css";

export const Confirmation = () => {
  const { data: session } = useSession();
  const again = useMutationOf(sendConfirmation);
  if (!session?.awaits_confirmation) return null;
  return (
    <section className={styles.unconfirmed} aria-label="Confirm your e-mail address">
      <p>
        <strong>Confirm your e-mail address.</strong> Open the link in the e-mail to {session.account?.email}.
        Until then we send you no other e-mails.
      </p>
      <Button isBusy={again.isPending} onClick={() => again.mutate(undefined)}>
        Send again
      </Button>
      <p role="status" className="small">
        {again.isSuccess && "E-mail sent. If it does not arrive, look in your spam folder."}
      </p>
      <ErrorNotice problem={again.error} />
    </section>
  );
};
