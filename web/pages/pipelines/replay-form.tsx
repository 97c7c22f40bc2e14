// Form that replays a pipeline at one or more past days.

import { useState } from "react";
import { answer, api } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { type Choice, SelectField, TextField } from "../../ui/field.js";
import styles from "./replays.module.css";

type Mode = "" | "arrivals" | "events";
const modes: Choice<Mode>[] = [
  { value: "", label: "Uploads where known, else events" },
  { value: "arrivals", label: "The uploads that had arrived" },
  { value: "events", label: "The events that had happened" },
];

/** As in the limits of the API. */
const most = 24;

export const ReplayForm = ({ id }: { id: string }) => {
  const [dates, setDates] = useState([""]);
  const [by, setBy] = useState<Mode>("");
  const create = useMutationOf((chosen: string[]) =>
    answer(
      api.POST("/scopes/{id}/replays", {
        params: { path: { id } },
        body: { dates: chosen, ...(by !== "" && { by }) },
      }),
    ),
  );
  const chosen = dates.filter((date) => date !== "");
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(chosen.map(momentOf), { onSuccess: () => setDates([""]) });
      }}
    >
      {dates.map((date, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a moment has no other name than its place
          key={index}
          label={index === 0 ? "Moment" : `Moment ${index + 1}`}
          type="datetime-local"
          value={date}
          {...(index === 0 && {
            hint: "In your time zone. What arrived or happened exactly then counts as later.",
          })}
          onChange={(value) => setDates(dates.with(index, value))}
        />
      ))}
      <SelectField
        label="What was known"
        hint="By the dates of events, the moment is taken for today: later events are not seen, and nothing like it was delivered then."
        value={by}
        choices={modes}
        onChange={setBy}
      />
      <ErrorNotice problem={create.error} />
      <div className={styles.buttons}>
        <Button look="primary" type="submit" disabled={chosen.length === 0} isBusy={create.isPending}>
          Replay
        </Button>
        <Button look="quiet" disabled={dates.length >= most} onClick={() => setDates([...dates, ""])}>
          Add a moment
        </Button>
      </div>
    </form>
  );
};

/** The field has a time of the browser's zone. */
const momentOf = (local: string): string => new Date(local).toISOString();
