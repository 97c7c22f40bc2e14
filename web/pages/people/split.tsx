// Splitting selected records off from a person, after a confirmation.

import { useState } from "react";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { formatCounted } from "../../ui/format.js";
import { type Decision, type Person, useSplit } from "./queries.js";

interface SplitProps {
  person: Person;
  selected: readonly string[];
  onDone: (decision: Decision) => void;
}

export const Split = ({ person, selected, onDone }: SplitProps) => {
  const [isConfirming, setConfirming] = useState(false);
  const split = useSplit(person.id);
  const isAll = selected.length === person.record_count;
  const records = formatCounted(selected.length, "record");
  // A person with one record left has no button to split, so this one may be gone before the split is reported.
  const confirm = () =>
    void split.mutateAsync(selected).then(
      (decision) => {
        setConfirming(false);
        onDone(decision);
      },
      () => undefined,
    );
  return (
    <div>
      <Button disabled={selected.length === 0 || isAll} onClick={() => setConfirming(true)}>
        {selected.length === 0 ? "Split records off" : `Split ${records} off`}
      </Button>
      <p className="small soft">
        {isAll
          ? "At least one record must stay with this person."
          : "Select the records that belong to someone else. No data is lost, and you can undo the split."}
      </p>
      {isConfirming && (
        <Confirm
          title={`Split ${records} off?`}
          action={selected.length === 1 ? "Split record off" : "Split records off"}
          isBusy={split.isPending}
          problem={split.error}
          onConfirm={confirm}
          onCancel={() => setConfirming(false)}
        >
          <p>
            The selected {selected.length === 1 ? "record belongs" : "records belong"} to someone else.
            {selected.length > 1 && " Matching decides which of them belong together."} The split overrides
            automatic matching until you undo it. Predictions and files follow with the next build.
          </p>
        </Confirm>
      )}
    </div>
  );
};
