// Asks before something that cannot be taken back, or that others would notice.

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.js";
import { classNames } from "./class-names.js";
import styles from "./dialog.module.css";
import { ErrorNotice } from "./error-notice.js";

interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** What the button says that does it: "Delete the cohort". */
  action: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** Something is still to be answered before it can be done. */
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

/** Above the page until it is closed; the page below cannot be reached meanwhile. */
export const Dialog = ({
  title,
  isWide = false,
  children,
  onClose,
}: {
  title: string;
  /** Holds a form that would be cramped otherwise. */
  isWide?: boolean;
  children: ReactNode;
  onClose: () => void;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closing it before it goes gives the focus back to where it was.
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
      onClose={() => !dialog.current?.open && onClose()}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
};
