// The page that creates a place: a point, addresses, or a shape.

import { useState } from "react";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { Button } from "../../ui/button.js";
import { useDraft } from "../../ui/draft.js";
import { Field, FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";
import { checkPlace, emptyDraft, type PlaceDraft, type Way } from "./draft.js";
import styles from "./places.module.css";

const NewPlace = () => (
  <EditPage
    kind="places"
    about="Cohorts can select people at a place, within a distance of it, or farther away."
  >
    {(saving) => <Editor saving={saving} />}
  </EditPage>
);
export default NewPlace;

const Editor = ({ saving: { action, sending, save } }: { saving: Saving }) => {
  const [name, setName] = useDraft("name", "");
  const [draft, setDraft] = useDraft("place", emptyDraft);
  const [problem, setProblem] = useState<string>();
  const check = () => {
    const checked = checkPlace(draft);
    setProblem(checked.at === "wrong" ? checked.problem : undefined);
    if (checked.at === "right") save({ name, ...checked.body });
  };
  return (
    <Panel title="Location">
      <Form action={action} sending={sending} onSubmit={check}>
        <TextField label="Name" value={name} onChange={setName} required />
        <PlaceFields draft={draft} onChange={setDraft} />
        {problem && <p role="alert">{problem}</p>}
      </Form>
    </Panel>
  );
};

interface PlaceFieldsProps {
  draft: PlaceDraft;
  onChange: (draft: PlaceDraft) => void;
}

const PlaceFields = ({ draft, onChange }: PlaceFieldsProps) => {
  const Fields = fieldsOf[draft.way];
  return (
    <>
      <SelectField<Way>
        label="Type"
        value={draft.way}
        onChange={(way) => onChange({ ...draft, way })}
        choices={[
          { value: "point", label: "A point, by its coordinates" },
          { value: "addresses", label: "One or more addresses or postcodes" },
          { value: "shape", label: "A shape, as GeoJSON" },
        ]}
      />
      <Fields draft={draft} onChange={onChange} />
    </>
  );
};

const PointFields = ({ draft, onChange }: PlaceFieldsProps) => (
  <FieldGroup legend="Coordinates" hint="In decimal degrees, as maps show them.">
    <TextField
      label="Latitude"
      hint="North of the equator: 42.36"
      inputMode="decimal"
      value={draft.latitude}
      onChange={(latitude) => onChange({ ...draft, latitude })}
    />
    <TextField
      label="Longitude"
      hint="East of Greenwich: −71.06"
      inputMode="decimal"
      value={draft.longitude}
      onChange={(longitude) => onChange({ ...draft, longitude: longitude.replace("−", "-") })}
    />
  </FieldGroup>
);

const ShapeFields = ({ draft, onChange }: PlaceFieldsProps) => (
  <Field label="GeoJSON" hint="Paste the whole content of a .geojson file. GeoJSON puts longitude first.">
    {(control) => (
      <textarea
        {...control}
        className={styles.shape}
        rows={10}
        spellCheck={false}
        value={draft.shape}
        onChange={(event) => onChange({ ...draft, shape: event.target.value })}
      />
    )}
  </Field>
);

const parts = [
  ["house_number_and_street", "House number and street"],
  ["city", "City"],
  ["state", "State"],
  ["postcode", "Postcode"],
] as const;

const AddressFields = ({ draft, onChange }: PlaceFieldsProps) => {
  const { addresses } = draft;
  const put = (changed: PlaceDraft["addresses"]) => onChange({ ...draft, addresses: changed });
  return (
    <>
      {addresses.map((address, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: addresses differ by their position alone
        <FieldGroup key={index} legend={`Address ${index + 1}`}>
          {parts.map(([part, label]) => (
            <TextField
              key={part}
              label={label}
              value={address[part] ?? ""}
              onChange={(text) => put(addresses.with(index, { ...address, [part]: text }))}
            />
          ))}
          {addresses.length > 1 && (
            <Button look="quiet" onClick={() => put(addresses.toSpliced(index, 1))}>
              Remove address {index + 1}
            </Button>
          )}
        </FieldGroup>
      ))}
      <div>
        <Button onClick={() => put([...addresses, {}])}>Add address</Button>
      </div>
    </>
  );
};

const fieldsOf: Record<Way, (props: PlaceFieldsProps) => React.ReactNode> = {
  point: PointFields,
  shape: ShapeFields,
  addresses: AddressFields,
};
