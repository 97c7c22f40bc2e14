// The page that creates a recommender: its stream, and the event property whose values it recommends.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { ButtonLink } from "../../ui/button.js";
import { useDraft } from "../../ui/draft.js";
import { FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";

const NewRecommender = () => {
  const { data: streams } = useList("streams");
  const suitable = streams && recommendable(streams);
  return (
    <EditPage
      kind="recommenders"
      about="A recommender learns from what people chose and ranks what each person is likely to choose next."
    >
      {(saving) => (
        <Panel title="Recommended items">
          {!suitable && <Skeleton />}
          {suitable?.length === 0 && (
            <Empty action={<ButtonLink to="/data">Open data</ButtonLink>}>
              No stream has dated events with a text to recommend, such as a product or a category. Map such a
              column of a dataset.
            </Empty>
          )}
          {suitable && suitable.length > 0 && <RecommenderForm streams={suitable} saving={saving} />}
        </Panel>
      )}
    </EditPage>
  );
};
export default NewRecommender;

const RecommenderForm = ({ streams, saving }: { streams: readonly Records["streams"][]; saving: Saving }) => {
  const [first] = streams as [Records["streams"]];
  const [name, setName] = useDraft("name", "");
  const [streamName, setStreamName] = useDraft("stream", first.stream_name);
  const stream = streams.find(({ stream_name }) => stream_name === streamName) ?? first;
  const properties = recommendable([stream])[0]!.recommended;
  const [chosen, setChosen] = useDraft("property", "");
  const property = properties.includes(chosen) ? chosen : properties[0]!;
  const save = () => saving.save({ name, stream_name: stream.stream_name, stream_property_name: property });
  return (
    <Form action={saving.action} sending={saving.sending} onSubmit={save}>
      <TextField label="Name" value={name} onChange={setName} placeholder={`Next ${property}`} required />
      <FieldGroup legend="Source">
        <SelectField
          label="Stream"
          value={stream.stream_name}
          onChange={setStreamName}
          choices={streams.map(({ stream_name: value, name: label }) => ({ value, label }))}
        />
        <SelectField
          label="Property"
          hint={`For example ${stream.properties[property]?.categories.slice(0, 3).join(", ")}.`}
          value={property}
          onChange={setChosen}
          choices={properties.map((value) => ({ value, label: value }))}
        />
      </FieldGroup>
    </Form>
  );
};

type Stream = Pick<Records["streams"], "is_dated" | "properties">;

/**
 * Streams with dated events, each with its text properties in order of their names; streams without any are
 * left out.
 */
export const recommendable = <S extends Stream>(streams: readonly S[]): (S & { recommended: string[] })[] =>
  streams
    .filter(({ is_dated }) => is_dated !== false)
    .map((stream) => ({
      ...stream,
      recommended: Object.entries(stream.properties)
        .filter(([, { type }]) => type === "string")
        .map(([name]) => name)
        .sort(),
    }))
    .filter(({ recommended }) => recommended.length > 0);
