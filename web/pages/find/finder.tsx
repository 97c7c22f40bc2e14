// The button that opens the finder, and the keys that do the same: Ctrl+K, or Command+K on a Mac.

import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "../../ui/button.js";
import styles from "./find.module.css";

const FindDialog = lazy(() => import("./find-dialog.js"));

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

export const Finder = () => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey, { signal: ended.signal });
    return () => ended.abort();
  }, []);
  return (
    <>
      <Button className={styles.button} onClick={() => setOpen(true)}>
        <span aria-hidden="true" className={styles.glass} />
        <span className={styles.label}>Find</span>
        <kbd className={styles.keys}>{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FindDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
