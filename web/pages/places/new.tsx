// A new place.

import { useState } from "react";
import { useLocation } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useCreate } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { Field, FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";
import { checkPlace, emptyDraft, type PlaceDraft, type Way } from "./draft.js";
import styles from "./places.module.css";

const NewPlace = () => {
  const [name, setName] = useState("");
  const [draft, setDraft] = useState(emptyDraft);
  const [problem, setProblem] = useState<string>();
  const create = useCreate("places");
  const [, navigate] = useLocation();
  const save = () => {
    const checked = checkPlace(draft);
    setProblem(checked.at === "wrong" ? checked.problem : undefined);
    if (checked.at === "right")
      create.mutate({ name, ...checked.body }, { onSuccess: ({ id }) => navigate(pageOf("places", id)) });
  };
  return (
    <Page
      title="New place"
      up={{ to: "/places", label: "Places" }}
      about="Cohorts can ask who is at it, within a distance of it, or farther away."
    >
      <Panel title="Where it is">
        <Form action="Create the place" sending={create} onSubmit={save}>
          <TextField label="Name" value={name} onChange={setName} required />
          <PlaceFields draft={draft} onChange={setDraft} />
          {problem && <p role="alert">{problem}</p>}
        </Form>
      </Panel>
    </Page>
  );
};
export default NewPlace;

// Where a place is: a point, addresses, or a shape.

interface PlaceFieldsProps {
  draft: PlaceDraft;
  onChange: (draft: PlaceDraft) => void;
}

export const PlaceFields = ({ draft, onChange }: PlaceFieldsProps) => {
  const Fields = fieldsOf[draft.way];
  return (
    <>
      <SelectField<Way>
        label="It is"
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
  <FieldGroup legend="Coordinates" hint="In degrees, as maps show them.">
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
  <Field label="GeoJSON" hint="The whole content of a .geojson file; longitude comes first in it.">
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
        // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no name but their place in the list
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
        <Button onClick={() => put([...addresses, {}])}>Add an address</Button>
      </div>
    </>
  );
};

const fieldsOf: Record<Way, (props: PlaceFieldsProps) => React.ReactNode> = {
  point: PointFields,
  shape: ShapeFields,
  addresses: AddressFields,
};
