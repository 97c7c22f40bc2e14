// Modal dialogs, and the confirmation of actions that cannot be undone.

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.js";
import { classNames } from "./class-names.js";
import styles from "./dialog.module.css";
import { ErrorNotice } from "./error-notice.js";

interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** Text of the button: "Delete cohort". */
  action: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** The dialog still needs an answer. */
  isDisabled?: boolean;
  problem?: Error | null;
  onConfirm: () => void;
  onCancel: () => void;
}

export const Confirm = ({
  title,
  children,
  action,
  isDangerous,
  isBusy,
  isDisabled = false,
  problem,
  onConfirm,
  onCancel,
}: ConfirmProps) => (
  <Dialog title={title} onClose={onCancel}>
    {children}
    <ErrorNotice problem={problem} />
    <div className={styles.actions}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button
        look={isDangerous ? "danger" : "primary"}
        isBusy={isBusy ?? false}
        disabled={isDisabled}
        onClick={onConfirm}
      >
        {action}
      </Button>
    </div>
  </Dialog>
);

/** Covers the page until it is closed. */
export const Dialog = ({
  title,
  isWide = false,
  children,
  onClose,
}: {
  title: string;
  /** For a large form. */
  isWide?: boolean;
  children: ReactNode;
  onClose: () => void;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closing it before it is removed returns the focus to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, isWide && styles.wide)}
      aria-labelledby={id}
      // One that another dialog has taken the place of gets the event too, once it is gone.
      onClose={() => dialog.current?.open === false && onClose()}
    >
      <h2 id={id}>{title}</h2>
      {children}
      {/* Last, so that the focus begins in the dialog's own content. */}
      <Button
        look="quiet"
        className={styles.close}
        aria-label="Close"
        onClick={() => dialog.current?.close()}
      >
        ×
      </Button>
    </dialog>
  );
};
