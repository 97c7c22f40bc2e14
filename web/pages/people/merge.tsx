// Takes somebody for the same person, after saying what that means.

import { useState } from "react";
import type { Schemas } from "../../api/client.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { Decided } from "./decided.js";
import { type Person, useMerge } from "./read.js";
import { addressOf, titleOf } from "./words.js";

type Other = Schemas["PersonSummary"];

export const Merge = ({ person, other }: { person: Person; other: Other }) => {
  const [isAsked, setAsked] = useState(false);
  const merge = useMerge(person.id);
  if (merge.data) return <Decided decision={merge.data} onUndone={merge.reset} />;
  return (
    <>
      <Button onClick={() => setAsked(true)}>
        Same person<span className="visually-hidden"> as {titleOf(other.fields)}</span>
      </Button>
      {isAsked && (
        <Confirm
          title="Take the two for one person?"
          action="They are one person"
          isBusy={merge.isPending}
          problem={merge.error}
          onConfirm={() => merge.mutate(other.id, { onSuccess: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        >
          <p>
            {described(person)}
            <br />
            {described(other)}
          </p>
          <p>
            From the next build on they are one, whatever is found. Your word is kept until you take it back;
            their records stay as they were written.
          </p>
        </Confirm>
      )}
    </>
  );
};

const described = ({ fields }: Other): string =>
  [titleOf(fields), addressOf(fields)].filter(Boolean).join(", ");
