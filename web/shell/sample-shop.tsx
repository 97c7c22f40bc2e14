// The sample shop: the button that creates it in an empty account, and the note with the button that removes it.

import { useState } from "react";
import { useCreateSample, useRemoveSample, useSample } from "../api/sample.js";
import { Button } from "../ui/button.js";
import { Confirm } from "../ui/dialog.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { Allowed } from "./allowed.js";
import styles from "./page.module.css";

export const TrySample = () => {
  const create = useCreateSample();
  return (
    <>
      <div>
        <Button isBusy={create.isPending} onClick={() => create.mutate(undefined)}>
          Try with a sample shop
        </Button>
      </div>
      <p role="status" className="small soft">
        {create.isPending && "Making up two years of orders…"}
      </p>
      <ErrorNotice problem={create.error} />
    </>
  );
};

/** Nothing where there is no sample shop. */
export const SampleNote = () => {
  const { data: sample } = useSample();
  const remove = useRemoveSample();
  const [isAsking, setAsking] = useState(false);
  if (!sample?.exists) return null;
  return (
    <section className={styles.sample} aria-label="Sample shop">
      <p>
        <strong>This is a sample shop.</strong> Its customers are made up. Remove it before you add your own
        data: its orders go up to yesterday, and would count as yours.
      </p>
      <Allowed>
        <Button onClick={() => setAsking(true)}>Remove the sample shop</Button>
      </Allowed>
      {isAsking && (
        <Confirm
          title="Remove the sample shop?"
          action="Remove the sample shop"
          isDangerous
          isBusy={remove.isPending}
          problem={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>
            Its files, datasets, cohorts, predictions and lists are deleted. What you added yourself stays.
          </p>
        </Confirm>
      )}
    </section>
  );
};
