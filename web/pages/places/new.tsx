// A new place.

import { useState } from "react";
import { useLocation } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useCreate } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";
import { checkPlace, emptyDraft } from "./draft.js";
import { PlaceFields } from "./place-fields.js";

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
