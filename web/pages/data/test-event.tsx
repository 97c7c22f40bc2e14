// A dialog that tries an event: the service reads and checks it, and it counts nowhere. Below, the commands by which a
// program sends it.

import { useState } from "react";
import type { Schemas } from "../../api/client.js";
import { Button, CopyButton } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField, TextAreaField, TextField } from "../../ui/field.js";
import { formatMoment } from "../../ui/format.js";
import { Facts } from "../../ui/panel.js";
import { propertiesText } from "./arrivals.js";
import styles from "./arriving-events.module.css";
import { commandOf, type Sender, senderLabels, senders, trialBy } from "./commands.js";
import { useTestEvent } from "./queries.js";

const example = JSON.stringify({ email: "test@example.com", value: 24.9, channel: "web" }, null, 2);

export const TestEvent = ({ stream: first, onClose }: { stream: string; onClose: () => void }) => {
  const [stream, setStream] = useState(first);
  const [text, setText] = useState(example);
  const test = useTestEvent();
  const event = objectIn(text);
  return (
    <Dialog title="Send a test event" isWide onClose={onClose}>
      <form
        className={styles.test}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (event) test.mutate({ stream, event });
        }}
      >
        <p>
          A test counts nowhere: it is read and checked like any event, and makes no customer, no order and no
          stream.
        </p>
        <TextField label="Stream" value={stream} autoComplete="off" required onChange={setStream} />
        <TextAreaField
          label="Event"
          rows={5}
          spellCheck={false}
          value={text}
          problem={event ? undefined : 'Write one object in JSON, such as {"email": "ada@example.com"}.'}
          onChange={setText}
        />
        <div>
          <Button
            type="submit"
            look="primary"
            isBusy={test.isPending}
            disabled={!event || stream.trim() === ""}
          >
            Send test event
          </Button>
        </div>
        <div role="status">
          <ErrorNotice problem={test.error} />
          {test.data && <Answer answer={test.data} />}
        </div>
      </form>
      {event && <Command stream={stream} event={event} />}
    </Dialog>
  );
};

const objectIn = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const Answer = ({ answer: { repeated, events = [] } }: { answer: Schemas["TakenEvents"] }) => {
  const [event] = events;
  return (
    <>
      <p>
        <strong>
          {repeated > 0
            ? "An event with this ID was taken before. It would not count again."
            : "The event is correct. Sent for real, it would be taken."}
        </strong>
      </p>
      {event && (
        <Facts
          facts={[
            ["Stream", event.stream_name],
            ["Who", identityText(event.identity)],
            ["When", event.datetime && formatMoment(event.datetime)],
            ["Value", event.value === undefined ? undefined : String(event.value)],
            ["Properties", propertiesText(event)],
          ]}
        />
      )}
    </>
  );
};

const identityText = (identity: Readonly<Record<string, string>>): string =>
  Object.entries(identity)
    .map(([field, value]) => `${field} ${value}`)
    .join(", ");

const Command = ({ stream, event }: { stream: string; event: Record<string, unknown> }) => {
  const [sender, setSender] = useState<Sender>("curl");
  const trial = trialBy[sender];
  const text = commandOf(sender, { url: window.location.origin, stream, event });
  return (
    <section className={styles.command} aria-label="From your program">
      <h3>From your program</h3>
      <SelectField
        label="Program"
        value={sender}
        choices={senders.map((each) => ({ value: each, label: senderLabels[each] }))}
        onChange={setSender}
      />
      <pre>
        <code>{text}</code>
      </pre>
      <p className="small soft">
        {trial === undefined
          ? "This counts: send it for a customer of yours."
          : `This is a test, too. Without ${trial} it counts.`}{" "}
        Put an API key of scope “events” from Settings in place of YOUR_KEY.
      </p>
      <div>
        <CopyButton text={text} label="the command" />
      </div>
    </section>
  );
};
