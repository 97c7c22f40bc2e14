// Questions that are answered together, what the service had against the answers, and the button that sends them.

import type { ReactNode } from "react";
import { Button } from "./button.js";
import { ErrorNotice } from "./error-notice.js";
import styles from "./form.module.css";

interface FormProps {
  /** What the button says. */
  action: string;
  /** Only what can be read of TanStack's mutations, so that any will do. */
  sending: { isPending: boolean; error: Error | null };
  onSubmit: () => void;
  /** Beside the button: another way out. */
  aside?: ReactNode;
  isDisabled?: boolean;
  children: ReactNode;
}

export const Form = ({ action, sending, onSubmit, aside, isDisabled = false, children }: FormProps) => (
  <form
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
    <ErrorNotice problem={sending.error} />
    <div className={styles.actions}>
      <Button type="submit" look="primary" isBusy={sending.isPending} disabled={isDisabled}>
        {action}
      </Button>
      {aside}
    </div>
  </form>
);
