// The form of a webhook: its URL and events.

import { useDraft } from "../../ui/draft.js";
import { CheckField, FieldGroup, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { type Event, eventLabels } from "./state.js";

interface EndpointDraft {
  url: string;
  description: string;
  enabled_events: readonly Event[];
}

interface EndpointFormProps {
  initial: EndpointDraft;
  action: string;
  sending: { isPending: boolean; error: Error | null };
  onSave: (draft: EndpointDraft) => void;
}

const allEvents = Object.keys(eventLabels) as Event[];
/** Those without data about people, as where nobody chooses. */
export const buildEvents = allEvents.filter((event) => event.startsWith("resource."));

export const EndpointForm = ({ initial, action, sending, onSave }: EndpointFormProps) => {
  const [draft, setDraft] = useDraft("webhook", initial);
  const toggle = (event: Event, isChosen: boolean) =>
    setDraft({
      ...draft,
      enabled_events: allEvents.filter((one) =>
        one === event ? isChosen : draft.enabled_events.includes(one),
      ),
    });
  return (
    <Form
      action={action}
      sending={sending}
      onSubmit={() => onSave(draft)}
      isDisabled={draft.enabled_events.length === 0}
    >
      <TextField
        label="URL"
        type="url"
        hint="It must answer a POST with status 2xx within 15 seconds. Redirects are not followed."
        placeholder="https://example.com/hooks/bellwether"
        value={draft.url}
        onChange={(url) => setDraft({ ...draft, url })}
        required
      />
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => setDraft({ ...draft, description })}
      />
      <FieldGroup legend="Events">
        {allEvents.map((event) => (
          <CheckField
            key={event}
            label={eventLabels[event]}
            checked={draft.enabled_events.includes(event)}
            onChange={(isChosen) => toggle(event, isChosen)}
          />
        ))}
      </FieldGroup>
    </Form>
  );
};

/** An empty description is left out, or cleared by `absent`. */
export const bodyOf = ({ url, description, enabled_events }: EndpointDraft, absent?: null) => ({
  url,
  enabled_events: [...enabled_events],
  ...(description !== "" ? { description } : absent === null && { description: null }),
});
