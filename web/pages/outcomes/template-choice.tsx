// Begin from a question that is asked often: it makes the cohorts that are missing, and fills in the form.

import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import { useList, useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField } from "../../ui/field.js";
import { FormPart, FormRow } from "../../ui/form.js";
import { Skeleton } from "../../ui/panel.js";
import { useResourceNames } from "../cohorts/names.js";
import { emptyDraft, type OutcomeDraft } from "./draft.js";
import styles from "./outcome-form.module.css";
import {
  cohortDefined,
  cohortName,
  freeName,
  likelyStreams,
  type Needed,
  type Template,
  templates,
} from "./templates.js";

type Streams = readonly Schemas["Stream"][];

export const TemplateChoice = ({ onDraft }: { onDraft: (draft: OutcomeDraft) => void }) => {
  const { data: streams = [], isPending } = useList("streams");
  const [chosen, setChosen] = useState<{ stream?: string; other?: string }>({});
  const named = { ...likelyStreams(streams), ...chosen };
  const stream = streams.find(({ stream_name }) => stream_name === named.stream);
  const other = streams.find(({ stream_name }) => stream_name === named.other);
  const make = useMake(onDraft);
  if (isPending) return <Skeleton rows={15} label="Loading templates" />;
  if (!stream || !other) return null;
  const choices = streams.map(({ stream_name, literate }) => ({ value: stream_name, label: literate }));
  return (
    <FormPart
      title="Begin from a template"
      hint="It fills in what is below, and makes the cohorts that it needs where there are none like them yet."
    >
      {streams.length > 1 && (
        <FormRow title="Where to look">
          <SelectField
            label="Purchases, or what else customers do"
            value={stream.stream_name}
            choices={choices}
            onChange={(name) => setChosen({ ...chosen, stream: name })}
          />
          <SelectField
            label="Cancellations"
            value={other.stream_name}
            choices={choices}
            onChange={(name) => setChosen({ ...chosen, other: name })}
          />
        </FormRow>
      )}
      <ul className={styles.templates}>
        {templates
          .filter(({ needsOther }) => !needsOther || stream !== other)
          .map((template) => (
            <li key={template.title} className={styles.template}>
              <h2 className={styles.title}>{template.title}</h2>
              <p className="small soft">{template.about}</p>
              <Button isBusy={make.isPending} onClick={() => make.mutate({ template, stream, other })}>
                Use it<span className="visually-hidden">: {template.title}</span>
              </Button>
            </li>
          ))}
      </ul>
      <ErrorNotice problem={make.error} />
    </FormPart>
  );
};

interface Wanted {
  template: Template;
  stream: Streams[number];
  other: Streams[number];
}

const useMake = (onDraft: (draft: OutcomeDraft) => void) => {
  const { data: cohorts = [] } = useList("cohorts");
  const { data: outcomes = [] } = useList("outcomes");
  const names = useResourceNames();
  const idOf = async (needed: Needed) => {
    const found = cohortDefined(needed.definition, cohorts);
    if (found) return found.id;
    const body = { name: cohortName(needed, cohorts, names), ...needed.definition };
    return (await answer(api.POST("/cohorts", { body }))).id;
  };
  return useMutationOf(async ({ template, stream, other }: Wanted) => {
    const { name, attainment, eligible, horizonDays, isRecurring = false } = template.plan(stream, other);
    const eligibleId = await idOf(eligible);
    const attainmentId = isRecurring ? eligibleId : await idOf(attainment);
    onDraft({
      ...emptyDraft,
      name: freeName(
        name,
        outcomes.map((outcome) => outcome.name),
      ),
      cohorts: { attainment: attainmentId, eligible: eligibleId, attrition: "" },
      horizonDays,
      isRecurring,
    });
  });
};
