// A new recommender: which property of which stream's events.

import { useState } from "react";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { ButtonLink } from "../../ui/button.js";
import { FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { recommendable } from "./recommendable.js";

const NewRecommender = () => {
  const { data: streams } = useList("streams");
  const fitting = streams && recommendable(streams);
  return (
    <EditPage
      kind="recommenders"
      about="A recommender learns from what people chose and ranks what each person is likely to choose next."
    >
      {(saving) => (
        <Panel title="What it recommends">
          {!fitting && <Skeleton />}
          {fitting?.length === 0 && (
            <Empty action={<ButtonLink to="/datasets">Datasets</ButtonLink>}>
              No stream has dated events with a text that could be recommended, such as a product or a
              category. Map such a column in the data map of a dataset.
            </Empty>
          )}
          {fitting && fitting.length > 0 && <Questions streams={fitting} saving={saving} />}
        </Panel>
      )}
    </EditPage>
  );
};
export default NewRecommender;

const Questions = ({ streams, saving }: { streams: readonly Records["streams"][]; saving: Saving }) => {
  const [first] = streams as [Records["streams"]];
  const [name, setName] = useState("");
  const [streamName, setStreamName] = useState(first.stream_name);
  const stream = streams.find(({ stream_name }) => stream_name === streamName) ?? first;
  const properties = recommendable([stream])[0]!.recommended;
  const [chosen, setChosen] = useState("");
  const property = properties.includes(chosen) ? chosen : properties[0]!;
  const save = () => saving.save({ name, stream_name: stream.stream_name, stream_property_name: property });
  return (
    <Form action={saving.action} sending={saving.sending} onSubmit={save}>
      <TextField label="Name" value={name} onChange={setName} placeholder={`Next ${property}`} required />
      <FieldGroup legend="Of what people took">
        <SelectField
          label="Stream"
          value={stream.stream_name}
          onChange={setStreamName}
          choices={streams.map(({ stream_name: value, name: label }) => ({ value, label }))}
        />
        <SelectField
          label="Property"
          hint={`Such as ${stream.properties[property]?.categories.slice(0, 3).join(", ")}.`}
          value={property}
          onChange={setChosen}
          choices={properties.map((value) => ({ value, label: value }))}
        />
      </FieldGroup>
    </Form>
  );
};
