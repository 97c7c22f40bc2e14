// Says that a decision is made and when it is seen, and takes it back.

import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import styles from "./decided.module.css";
import { type Decision, useUndo } from "./read.js";

export const Decided = ({ decision, onUndone }: { decision: Decision; onUndone: () => void }) => {
  const undo = useUndo();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="status" tabIndex={-1} className={styles.decided}>
      <p>
        <strong>Decided.</strong> People are being built again; until that is done, they are shown as the last
        build found them.
      </p>
      <Button isBusy={undo.isPending} onClick={() => undo.mutate(decision.id, { onSuccess: onUndone })}>
        Take it back
      </Button>
      <ErrorNotice problem={undo.error} />
    </div>
  );
};
