// Buttons, links that look like buttons, and texts with a button that copies them.

import { type ComponentProps, type ReactNode, useState } from "react";
import { Link } from "wouter";
import styles from "./button.module.css";
import { classNames } from "./class-names.js";

type Look = "primary" | "plain" | "quiet" | "danger";

interface ButtonProps extends ComponentProps<"button"> {
  look?: Look;
  /** True while its action runs: it cannot be pressed again. */
  isBusy?: boolean;
}

export const Button = ({
  look = "plain",
  isBusy = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classNames(styles.button, styles[look], className)}
    disabled={disabled || isBusy}
    aria-busy={isBusy}
  >
    {children}
  </button>
);

export const ButtonLink = ({
  to,
  look = "plain",
  children,
}: {
  to: string;
  look?: Look;
  children: ReactNode;
}) => (
  <Link to={to} className={classNames(styles.button, styles[look])}>
    {children}
  </Link>
);

/** A link outside of the console, such as a file or the API reference. */
export const ButtonAnchor = ({
  look = "plain",
  className,
  children,
  ...rest
}: ComponentProps<"a"> & { look?: Look }) => (
  <a {...rest} className={classNames(styles.button, styles[look], className)}>
    {children}
  </a>
);

/** A text with a button that copies it, such as a key, a URL or an id. */
export const Copy = ({ text, label }: { text: string; label: string }) => (
  <span className={styles.copy}>
    <code>{text}</code>
    <CopyButton text={text} label={label} />
  </span>
);

/** Copies a text that stands elsewhere. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <Button look="quiet" onClick={copy} aria-label={`Copy ${label}`}>
      {copied === text ? "Copied" : "Copy"}
    </Button>
  );
};
