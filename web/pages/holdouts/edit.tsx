// The pages that create and edit the account's hold-out: how many people, until when, and what counts.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { ButtonLink } from "../../ui/button.js";
import { useDraft } from "../../ui/draft.js";
import { FieldGroup, NumberField, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { configOf, draftOf, type HoldoutDraft, newHoldout } from "./draft.js";

/** At `/hold-outs/new` there is no `id`. */
const EditHoldout = ({ id }: { id?: string }) => (
  <EditPage
    kind="holdouts"
    id={id}
    about="A few customers are left out of every pipeline's lists, drawn at random. Comparing them with the others says what all contacts together bring."
  >
    {(saving, holdout) => <Streams key={holdout?.id} saving={saving} holdout={holdout} />}
  </EditPage>
);
export default EditHoldout;

interface HoldoutProps {
  saving: Saving;
  /** The one that is edited; undefined: a new one. */
  holdout: Records["holdouts"] | undefined;
}

const Streams = (props: HoldoutProps) => {
  const { data: streams } = useList("streams");
  if (!streams) return <Skeleton rows={6} />;
  const dated = streams.filter(({ is_dated }) => is_dated !== false);
  if (dated.length === 0)
    return (
      <Empty action={<ButtonLink to="/data">Open data</ButtonLink>}>
        A hold-out needs a stream of dated events, such as orders.
      </Empty>
    );
  return (
    <HoldoutForm
      {...props}
      streams={dated.map(({ stream_name: value, name: label }) => ({ value, label }))}
    />
  );
};

const HoldoutForm = ({
  saving,
  holdout,
  streams,
}: HoldoutProps & { streams: readonly { value: string; label: string }[] }) => {
  const [name, setName] = useDraft("name", holdout?.name ?? "");
  const [draft, setDraft] = useDraft("holdout", holdout ? draftOf(holdout) : newHoldout(streams[0]!.value));
  const change = (changed: Partial<HoldoutDraft>) => setDraft({ ...draft, ...changed });
  const config = configOf(draft, holdout);
  return (
    <Panel title="Who is left alone">
      <Form
        action={saving.action}
        sending={saving.sending}
        isDisabled={config === undefined}
        onSubmit={() => saving.save({ name, ...config })}
      >
        <TextField label="Name" value={name} onChange={setName} placeholder="Left alone" required />
        <NumberField
          label="Hold out, in percent of all customers"
          min={0.5}
          isContinuous
          value={draft.percent}
          hint="5 is usual. More shows smaller effects; fewer leaves more to contact."
          onChange={(percent) => change({ percent })}
        />
        <NumberField
          label="Draw again after so many months"
          min={3}
          value={draft.rotationMonths}
          hint="So that nobody is left alone for ever. 12 is usual, 3 to 60 are possible."
          onChange={(rotationMonths) => change({ rotationMonths })}
        />
        <SelectField
          label="Conversions"
          value={draft.stream}
          choices={streams}
          hint="The events that contacts should bring, such as orders."
          onChange={(stream) => change({ stream })}
        />
        <FieldGroup legend="Profit">
          <SelectField
            label="Events of people really contacted"
            value={draft.contactsStream}
            choices={[{ value: "", label: "None" }, ...streams]}
            hint="Such as sent mails. Contacts of people who are held out are then counted as well."
            onChange={(contactsStream) => change({ contactsStream })}
          />
          <NumberField
            label="Cost per contact"
            min={0}
            isContinuous
            value={draft.costPerContact}
            onChange={(costPerContact) => change({ costPerContact })}
          />
          <NumberField
            label="Margin, in percent"
            min={0}
            isContinuous
            value={draft.marginPercent}
            hint="The share of what customers spend that is left for you. Empty: no profit is shown."
            onChange={(percent) => change({ marginPercent: percent && Math.min(100, percent) })}
          />
        </FieldGroup>
      </Form>
    </Panel>
  );
};
