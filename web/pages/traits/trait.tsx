// The page of a trait: its type, the distribution of its values, and its label.

import { useMemo, useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useChange, usePart } from "../../api/resources.js";
import { type Bin, partsOf, ShareBars } from "../../charts/share-bars.js";
import { Allowed } from "../../shell/allowed.js";
import { RecordPage } from "../../shell/record-page.js";
import { RecordLink } from "../../shell/relations.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatCount } from "../../ui/format.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { statisticalLabels, typeOf } from "./types.js";

const TraitPage = ({ id }: { id: string }) => (
  <RecordPage kind="traits" id={id}>
    {(trait) => (
      <>
        <Summary trait={trait} />
        <Spread trait={trait} />
        <Allowed>
          <LabelForm key={trait.updated_at} trait={trait} />
        </Allowed>
      </>
    )}
  </RecordPage>
);
export default TraitPage;

type Trait = Records["traits"];

const Summary = ({ trait }: { trait: Trait }) => (
  <Panel title="Summary">
    {trait.description && <p>{trait.description}</p>}
    <Facts
      facts={[
        ["Type", typeOf(trait)],
        ["Used as", trait.statistical_type && statisticalLabels[trait.statistical_type]],
        ["People with a value", trait.people_count !== undefined && formatCount(trait.people_count)],
        ["Unit", trait.unit],
        ["Name in the API", <code key="name">{trait.name}</code>],
      ]}
    />
    <p>
      {trait.emitted_by_datasets.length === 0
        ? "No dataset provides it any more. You can delete it once nothing uses it."
        : "Read from "}
      {trait.emitted_by_datasets.map(({ dataset_id, column_name }, index) => (
        <span key={dataset_id}>
          {index > 0 && ", "}
          <code>{column_name}</code> in <RecordLink kind="datasets" id={dataset_id} />
        </span>
      ))}
    </p>
  </Panel>
);

const Spread = ({ trait }: { trait: Trait }) => {
  const { data, error } = usePart("traits", trait.id, "dimensions", () =>
    answer(api.GET("/traits/{id}/analysis/dimensions", { params: { path: { id: trait.id } } })),
  );
  return (
    <Panel title="Distribution">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={8} />}
      {data && <Bins dimensions={data} trait={trait} />}
    </Panel>
  );
};

const Bins = ({ dimensions, trait }: { dimensions: Schemas["TraitDimensions"]; trait: Trait }) => {
  const { lookup_table: table } = trait;
  const parts = useMemo(
    () =>
      partsOf(dimensions.bins as Bin[], (value) =>
        table && Object.hasOwn(table, value) ? table[value]! : value,
      ),
    [dimensions, table],
  );
  if (parts.length === 0) return <Empty>No person has a value yet.</Empty>;
  return (
    <ShareBars
      title={`People by ${trait.literate}`}
      about={
        trait.statistical_type === "ordinal"
          ? "Each bar holds about the same number of people, so narrow ranges are where most people are."
          : "The most frequent values."
      }
      parts={parts}
      labelled={trait.unit ? `${trait.literate}, ${trait.unit}` : trait.literate}
      fileName={`people-by-${trait.name}`}
    />
  );
};

type Statistical = NonNullable<Records["traits"]["statistical_type"]>;

const LabelForm = ({ trait }: { trait: Records["traits"] }) => {
  const change = useChange("traits", trait.id);
  const [literate, setLiterate] = useState(trait.literate);
  const [description, setDescription] = useState(trait.description ?? "");
  const [unit, setUnit] = useState(trait.unit ?? "");
  const [statistical, setStatistical] = useState<Statistical | "">(trait.statistical_type ?? "");
  const save = () =>
    change.mutate({
      literate: literate || null,
      description: description || null,
      unit: unit || null,
      ...(statistical !== trait.statistical_type && { statistical_type: statistical || null }),
    });
  return (
    <Panel title="Label and type">
      <Form action="Save changes" sending={change} onSubmit={save}>
        <FieldGroup legend="Label">
          <TextField
            label="Label"
            hint="Used in reasons and reports, as in “plan is gold”."
            value={literate}
            onChange={setLiterate}
          />
          <TextField
            label="Unit"
            hint="The unit of its numbers, such as years."
            value={unit}
            onChange={setUnit}
          />
        </FieldGroup>
        <TextField label="Description" value={description} onChange={setDescription} />
        <SelectField
          label="Type of values"
          hint="Choose a category for numbers without an order, such as codes."
          value={statistical}
          onChange={setStatistical}
          choices={[
            ...(trait.statistical_type ? [] : [{ value: "" as const, label: "Detected automatically" }]),
            ...Object.entries(statisticalLabels).map(([value, label]) => ({
              value: value as Statistical,
              label,
            })),
          ]}
        />
      </Form>
    </Panel>
  );
};
