// Parts the chosen records from the rest, after saying what that means.

import { useState } from "react";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { formatCounted } from "../../ui/format.js";
import { Decided } from "./decided.js";
import { type Person, useSplit } from "./read.js";

interface SplitProps {
  person: Person;
  parted: readonly string[];
  onDone: () => void;
}

export const Split = ({ person, parted, onDone }: SplitProps) => {
  const [isAsked, setAsked] = useState(false);
  const split = useSplit(person.id);
  const isAll = parted.length === person.record_count;
  const confirm = () =>
    split.mutate(parted, {
      onSuccess: () => {
        setAsked(false);
        onDone();
      },
    });
  return (
    <div>
      <Button disabled={parted.length === 0 || isAll} onClick={() => setAsked(true)}>
        {parted.length === 0
          ? "Part records from the rest"
          : `Part ${formatCounted(parted.length, "record")} from the rest`}
      </Button>
      <p className="small soft">
        {isAll
          ? "Leave at least one record to this person."
          : "Tick the records that are somebody else’s. Nothing is lost, and it can be taken back."}
      </p>
      {split.data && <Decided decision={split.data} onUndone={split.reset} />}
      {isAsked && (
        <Confirm
          title="Part these records from the rest?"
          action="Part them"
          isBusy={split.isPending}
          problem={split.error}
          onConfirm={confirm}
          onCancel={() => setAsked(false)}
        >
          <p>
            {formatCounted(parted.length, "record is", "records are")} somebody else’s from the next build on,
            whatever is found. Which of them belong together is found as before. Your word is kept until you
            take it back.
          </p>
        </Confirm>
      )}
    </div>
  );
};
