// Templates of common predictions, which create the cohorts that are missing and fill in the form.

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
  type CohortNeeded,
  freeName,
  likelyStreams,
  nameForCohort,
  sameCohort,
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
  const apply = useTemplate(onDraft);
  if (isPending) return <Skeleton rows={15} label="Loading templates" />;
  if (!stream || !other) return null;
  const choices = streams.map(({ stream_name, literate }) => ({ value: stream_name, label: literate }));
  return (
    <FormPart
      title="Templates"
      hint="A template fills in the form below and creates the cohorts it needs. Existing matches are reused."
    >
      {streams.length > 1 && (
        <FormRow title="Streams">
          <SelectField
            label="Purchases or other activity"
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
              <Button isBusy={apply.isPending} onClick={() => apply.mutate({ template, stream, other })}>
                Use template<span className="visually-hidden">: {template.title}</span>
              </Button>
            </li>
          ))}
      </ul>
      <ErrorNotice problem={apply.error} />
    </FormPart>
  );
};

interface Applied {
  template: Template;
  stream: Streams[number];
  other: Streams[number];
}

const useTemplate = (onDraft: (draft: OutcomeDraft) => void) => {
  const { data: cohorts = [] } = useList("cohorts");
  const { data: outcomes = [] } = useList("outcomes");
  const names = useResourceNames();
  const idOf = async (needed: CohortNeeded) => {
    const existing = sameCohort(needed.definition, cohorts);
    if (existing) return existing.id;
    const body = { name: nameForCohort(needed, cohorts, names), ...needed.definition };
    return (await answer(api.POST("/cohorts", { body }))).id;
  };
  return useMutationOf(async ({ template, stream, other }: Applied) => {
    const { name, attainment, eligible, horizonDays, isRecurring = false } = template.plan(stream, other);
    const eligibleId = await idOf(eligible);
    const attainmentId = isRecurring ? eligibleId : await idOf(attainment);
    onDraft({
      ...emptyDraft,
      name: freeName(
        name,
        outcomes.map((outcome) => outcome.name),
      ),
      cohorts: { attainment: attainmentId, eligible: eligibleId, attrition: "", active: "" },
      horizonDays,
      isRecurring,
    });
  });
};
