// The form of the dates of a page's figures: which are shown, and which are marked with what happened.

import { useState } from "react";
import { answer, api, type Schemas } from "../api/client.js";
import { useMutationOf } from "../api/resources.js";
import { type Dates, dayStart, wholeDays } from "../charts/dates.js";
import { Button } from "../ui/button.js";
import { Dialog } from "../ui/dialog.js";
import { ErrorNotice } from "../ui/error-notice.js";
import { TextField } from "../ui/field.js";
import { Form } from "../ui/form.js";
import { formatDay } from "../ui/format.js";
import { Allowed } from "./allowed.js";
import styles from "./dates-form.module.css";

interface DatesFormProps {
  /** Of the figure. */
  range: Dates;
  chosen: Dates | null;
  marks: readonly Schemas["MarkedDay"][];
  onChosen: (dates: Dates) => void;
  onClose: () => void;
}

const DatesForm = ({ range, chosen, marks, onChosen, onClose }: DatesFormProps) => (
  <Dialog title="Dates" onClose={onClose}>
    <Choice
      shown={chosen ?? range}
      onChosen={(dates) => {
        onChosen(dates);
        onClose();
      }}
    />
    <h3>Marked days</h3>
    {marks.length === 0 ? (
      <p className="soft">
        None yet. A newsletter or new prices, marked here, stand on every figure over time.
      </p>
    ) : (
      <ul className={styles.marks}>
        {marks.map((mark) => (
          <MarkedDay key={mark.id} mark={mark} />
        ))}
      </ul>
    )}
    <Allowed>
      <MarkDay last={lastDay(range)} />
    </Allowed>
  </Dialog>
);
export default DatesForm;

const dayText = (date: Date): string => date.toISOString().slice(0, 10);
const lastDay = ({ from, until }: Dates): string => dayText(new Date(Math.max(+from, +until - 1)));

const noSending = { isPending: false, error: null };

/** For whoever uses no pointer; others drag over the picture. */
const Choice = ({ shown, onChosen }: { shown: Dates; onChosen: (dates: Dates) => void }) => {
  const [from, setFrom] = useState(dayText(shown.from));
  const [through, setThrough] = useState(lastDay(shown));
  return (
    <Form
      action="Show these dates"
      sending={noSending}
      onSubmit={() => onChosen(wholeDays(dayStart(from), dayStart(through)))}
    >
      <p className="soft">
        Every figure of the page shows them, and says what they sum up to. Dragging over a picture does the
        same.
      </p>
      <div className={styles.fields}>
        <TextField label="From" type="date" required value={from} onChange={setFrom} />
        <TextField label="Through" type="date" required value={through} onChange={setThrough} />
      </div>
    </Form>
  );
};

const MarkedDay = ({ mark: { id, day, text } }: { mark: Schemas["MarkedDay"] }) => {
  const removing = useMutationOf(() => answer(api.DELETE("/marked_days/{id}", { params: { path: { id } } })));
  return (
    <li>
      {text}, {formatDay(day)}
      <Allowed>
        <Button look="quiet" isBusy={removing.isPending} onClick={() => removing.mutate(undefined)}>
          Remove
          <span className="visually-hidden">
            {" "}
            the mark {text}, {formatDay(day)}
          </span>
        </Button>
      </Allowed>
      <ErrorNotice problem={removing.error} />
    </li>
  );
};

/** `last`: day that the form begins with. */
const MarkDay = ({ last }: { last: string }) => {
  const [day, setDay] = useState(last);
  const [text, setText] = useState("");
  const marking = useMutationOf((body: { day: string; text: string }) =>
    answer(api.POST("/marked_days", { body })),
  );
  return (
    <Form
      action="Mark this day"
      look="plain"
      sending={marking}
      onSubmit={() => marking.mutate({ day, text: text.trim() }, { onSuccess: () => setText("") })}
    >
      <div className={styles.fields}>
        <TextField label="Day" type="date" required value={day} onChange={setDay} />
        <TextField label="What happened" required maxLength={80} value={text} onChange={setText} />
      </div>
    </Form>
  );
};
