// A form, and beside it what it comes to while it is filled in. What is beside stays in sight.

import { type ReactNode, useState } from "react";
import { Button } from "./button.js";
import { ErrorNotice } from "./error-notice.js";
import styles from "./form-with-preview.module.css";

interface FormWithPreviewProps {
  /** What it comes to. */
  aside: ReactNode;
  /** What the button says: "Create the cohort". */
  action: string;
  isBusy: boolean;
  problem: Error | null;
  /** In words, what keeps it from being saved; it is told once saving was tried. */
  missing: string | undefined;
  onSave: () => void;
  children: ReactNode;
}

export const FormWithPreview = ({
  aside,
  action,
  isBusy,
  problem,
  missing: lack,
  onSave,
  children,
}: FormWithPreviewProps) => {
  const [isTried, setTried] = useState(false);
  return (
    <form
      className={styles.room}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!lack) onSave();
      }}
    >
      <div className={styles.sides}>
        <aside className={styles.aside} aria-label="What it comes to">
          {aside}
        </aside>
        <div className={styles.fields}>
          {children}
          {isTried && lack && (
            <p role="alert" className={styles.lack}>
              {lack}
            </p>
          )}
          <ErrorNotice problem={problem} />
          <p>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {action}
            </Button>
          </p>
        </div>
      </div>
    </form>
  );
};

/** Questions that belong together, on a sheet of their own. */
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

/** Questions beside each other, under a heading within a part. */
export const FormRow = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.row}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);

/** What is read back, as large as it matters. */
export const Sentence = ({ children }: { children: ReactNode }) => (
  <p className={styles.sentence}>{children}</p>
);
