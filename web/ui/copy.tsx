// A text with a button that copies it, such as a key, a URL or an id.

import { useState } from "react";
import { Button } from "./button.js";
import styles from "./copy.module.css";

export const Copy = ({ text, label }: { text: string; label: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <span className={styles.copy}>
      <code>{text}</code>
      <Button look="quiet" onClick={copy} aria-label={`Copy ${label}`}>
        {isCopied ? "Copied" : "Copy"}
      </Button>
    </span>
  );
};
