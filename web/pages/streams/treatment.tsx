// Test of a stream of contacts: whether chance decided who was contacted and, only then, what the contacts did.

import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useList, usePart } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { NumberField, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatCount, formatPercent, reader } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Facts, Skeleton } from "../../ui/panel.js";
import { type TreatmentDraft, treatmentQueryOf } from "./treatment-query.js";

type Stream = Records["streams"];
type Query = NonNullable<ReturnType<typeof treatmentQueryOf>>;

export const TreatmentTest = ({ stream }: { stream: Stream }) => {
  const [query, setQuery] = useState<Query>();
  return (
    <>
      <TreatmentForm stream={stream} onAsk={setQuery} />
      {query && <Found stream={stream} query={query} />}
    </>
  );
};

interface FormProps {
  stream: Stream;
  onAsk: (query: Query) => void;
}

const TreatmentForm = ({ stream, onAsk }: FormProps) => {
  const { data: streams = [], isPending } = useList("streams");
  const goals = streams.filter(({ id, is_dated }) => id !== stream.id && is_dated !== false);
  const [draft, setDraft] = useState<TreatmentDraft>({
    goal: "",
    days: 30,
    arm: "",
    contact: "",
    control: "",
    promisedPercent: undefined,
    cost: "",
    worth: undefined,
  });
  const change = (changed: Partial<TreatmentDraft>) => setDraft({ ...draft, ...changed });
  const goal = draft.goal || (goals[0]?.stream_name ?? "");
  const query = treatmentQueryOf({ ...draft, goal });
  if (isPending) return <Skeleton rows={6} />;
  if (goals.length === 0)
    return <Empty>There is no other stream with dates, so nothing that contacts could have brought.</Empty>;
  return (
    <Form
      action="Test the contacts"
      sending={{ isPending: false, error: null }}
      isDisabled={query === undefined}
      onSubmit={() => query && onAsk(query)}
    >
      <SelectField
        label="Contacts should bring"
        value={goal}
        choices={goals.map(({ stream_name: value, name: label }) => ({ value, label }))}
        onChange={(chosen) => change({ goal: chosen })}
      />
      <NumberField
        label="Within days of the first contact"
        min={1}
        value={draft.days}
        onChange={(days) => change({ days })}
      />
      <SelectField
        label="Property that says the arm"
        value={draft.arm}
        choices={[
          { value: "", label: "None: whoever has no event is the control" },
          ...Object.keys(stream.properties).map((value) => ({ value, label: value })),
        ]}
        onChange={(arm) => change({ arm })}
      />
      {draft.arm !== "" && (
        <>
          <TextField
            label="Value of those who were contacted"
            value={draft.contact}
            onChange={(contact) => change({ contact })}
          />
          <TextField
            label="Value of the control"
            value={draft.control}
            onChange={(control) => change({ control })}
          />
        </>
      )}
      <NumberField
        label="Promised share to contact, in percent"
        min={0}
        isContinuous
        value={draft.promisedPercent}
        hint="Empty: the split is not tested."
        onChange={(promisedPercent) => change({ promisedPercent })}
      />
      <SelectField
        label="Property that says what a contact costs"
        value={draft.cost}
        choices={[
          { value: "", label: "None" },
          ...Object.keys(stream.properties).map((value) => ({ value, label: value })),
        ]}
        onChange={(cost) => change({ cost })}
      />
      {draft.cost !== "" && (
        <NumberField
          label="Worth of a conversion"
          min={0}
          isContinuous
          value={draft.worth}
          hint="In the currency of the costs. Empty: no profit."
          onChange={(worth) => change({ worth })}
        />
      )}
    </Form>
  );
};

const Found = ({ stream: { id, stream_name: stream }, query }: { stream: Stream; query: Query }) => {
  const { data, error } = usePart("streams", id, `treatment ${JSON.stringify(query)}`, () =>
    answer(api.GET("/streams/{stream}/analysis/treatment", { params: { path: { stream }, query } })),
  );
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={4} />;
  return <Answer found={data} />;
};

const Answer = ({ found }: { found: Schemas["Treatment"] }) => (
  <>
    <p role="status">
      <strong>{found.headline}</strong>
    </p>
    <Facts
      facts={[
        ["Contacted", formatCount(found.contact_count)],
        ["Control", formatCount(found.control_count)],
        ["In both, left out", found.in_both_count > 0 && formatCount(found.in_both_count)],
        [
          "Cost per contact",
          found.costs?.contact.per_contact !== undefined && reader.amount(found.costs.contact.per_contact),
        ],
        [
          "Profit",
          found.effect?.profit &&
            reader.withInterval(found.effect.profit.value, found.effect.profit, reader.value),
        ],
        [
          "Known before",
          `${formatCount(found.balance.columns)} columns, p = ${reader.number(found.balance.p, 2)}`,
        ],
        [
          "Split",
          found.split &&
            `${formatPercent(found.split.promised)} promised, p = ${reader.number(found.split.p, 2)}`,
        ],
      ]}
    />
    <List
      label="Largest differences before the first contact"
      rows={found.balance.largest}
      rowKey={({ name }) => name}
      columns={[
        { header: "Known before", value: ({ name }) => name },
        {
          header: "Difference (standard deviations)",
          value: ({ difference }) => difference,
          cell: ({ difference }) => reader.fixed(difference, 2),
          isNumber: true,
        },
      ]}
      empty="Nothing was known before."
    />
  </>
);
