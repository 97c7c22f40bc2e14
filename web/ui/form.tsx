// Forms: fields, what the service found wrong, and the button that sends them. A form with a preview shows
// its result beside the fields while it is filled in.

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./button.js";
import { ErrorNotice } from "./error-notice.js";
import styles from "./form.module.css";

interface Sent {
  /** Text of the button: "Create cohort". */
  action: string;
  /** Plain where another form of the page is the main one. */
  look?: "primary" | "plain";
  /** The part of a TanStack mutation that a form reads, so that any mutation fits. */
  sending: { isPending: boolean; error: Error | null };
}

interface FormProps extends Sent {
  onSubmit: () => void;
  /** Beside the button, such as Cancel. */
  aside?: ReactNode;
  isDisabled?: boolean;
  children: ReactNode;
}

export const Form = ({
  action,
  look = "primary",
  sending,
  onSubmit,
  aside,
  isDisabled = false,
  children,
}: FormProps) => (
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
      <Button type="submit" look={look} isBusy={sending.isPending} disabled={isDisabled}>
        {action}
      </Button>
      {aside}
    </div>
  </form>
);

interface FormWithPreviewProps extends Sent {
  preview: ReactNode;
  /** A sentence on what is still missing. It is shown once the button was pressed. */
  missing: string | undefined;
  onSave: () => void;
  children: ReactNode;
}

export const FormWithPreview = ({
  preview,
  action,
  sending,
  missing,
  onSave,
  children,
}: FormWithPreviewProps) => {
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!missing) onSave();
  };
  return (
    <form className={styles.withPreview} onSubmit={submit}>
      <div className={styles.sides}>
        <aside className={styles.preview} aria-label="Preview">
          {preview}
        </aside>
        <div className={styles.fields}>
          {children}
          {isTried && missing && (
            <p role="alert" className={styles.missing}>
              {missing}
            </p>
          )}
          <ErrorNotice problem={sending.error} />
          <p>
            <Button type="submit" look="primary" isBusy={sending.isPending}>
              {action}
            </Button>
          </p>
        </div>
      </div>
    </form>
  );
};

/** Fields that belong together, on a sheet of their own. */
export const FormPart = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}) => (
  <fieldset className={styles.part}>
    <legend>{title}</legend>
    {hint && <p className="soft">{hint}</p>}
    {children}
  </fieldset>
);

/** Fields side by side, under a heading within a part. */
export const FormRow = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.row}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);

/** A sentence in large type, such as the definition that a form makes. */
export const Sentence = ({ children }: { children: ReactNode }) => (
  <p className={styles.sentence}>{children}</p>
);
