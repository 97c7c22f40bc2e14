// Fields of a pipeline's form about campaigns: the share to hold out, and what contacts cost and people are worth.

import { useList } from "../../api/resources.js";
import { NumberField, SelectField } from "../../ui/field.js";
import type { PipelineDraft } from "./draft.js";

interface CampaignFieldsProps {
  draft: PipelineDraft;
  onChange: (draft: PipelineDraft) => void;
}

export const CampaignFields = (props: CampaignFieldsProps) => (
  <>
    <HoldoutFields {...props} />
    <EconomicsFields {...props} />
  </>
);

const HoldoutFields = ({ draft, onChange }: CampaignFieldsProps) => {
  const { heldOutPercent, heldOutBy, contactsStream } = draft;
  const { data: streams = [] } = useList("streams");
  return (
    <>
      <NumberField
        label="Hold out, in percent"
        min={0}
        isContinuous
        value={heldOutPercent}
        hint="A random share of the people who are not contacted, so that you can see what a campaign brings. 10 is usual. Empty: nobody."
        onChange={(percent) =>
          onChange({
            ...draft,
            heldOutPercent: percent === 0 ? undefined : percent && Math.min(90, Math.max(0.5, percent)),
          })
        }
      />
      {heldOutPercent !== undefined && (
        <>
          <SelectField
            label="The same people as in other pipelines"
            value={heldOutBy}
            choices={[
              { value: "pipeline", label: "No: drawn for this pipeline, evenly over the scores" },
              { value: "account", label: "Yes: whoever is held out is held out everywhere" },
            ]}
            onChange={(by) => onChange({ ...draft, heldOutBy: by })}
          />
          <SelectField
            label="Events of people really contacted"
            value={contactsStream}
            choices={[
              { value: "", label: "None" },
              ...streams.map(({ name }) => ({ value: name, label: name })),
            ]}
            hint="Such as sent mails. The effect on those who were really contacted is then measured as well."
            onChange={(stream) => onChange({ ...draft, contactsStream: stream })}
          />
        </>
      )}
    </>
  );
};

const EconomicsFields = ({ draft, onChange }: CampaignFieldsProps) => (
  <>
    <NumberField
      label="Cost per contact"
      min={0}
      isContinuous
      value={draft.costPerContact}
      hint="With what people are worth, files say whom to contact, and the pipeline's page which profit to expect."
      onChange={(cost) => onChange({ ...draft, costPerContact: cost })}
    />
    <SelectField
      label="What people are worth"
      value={draft.worthBy}
      choices={[
        { value: "conversion", label: "The same value for each conversion" },
        { value: "amount", label: "A margin of what each is expected to spend" },
      ]}
      onChange={(by) => onChange({ ...draft, worthBy: by })}
    />
    {draft.worthBy === "conversion" ? (
      <NumberField
        label="Value per conversion"
        min={0}
        isContinuous
        value={draft.valuePerConversion}
        hint="What one more conversion brings: the margin, in the currency of the costs."
        onChange={(value) => onChange({ ...draft, valuePerConversion: value })}
      />
    ) : (
      <NumberField
        label="Margin, in percent"
        min={0}
        isContinuous
        value={draft.marginPercent}
        hint="The share of what people spend that is left for you. The prediction must predict amounts, too."
        onChange={(percent) => onChange({ ...draft, marginPercent: percent && Math.min(100, percent) })}
      />
    )}
    <NumberField
      label="Budget"
      min={0}
      isContinuous
      value={draft.budget}
      hint="The most to spend on contacts. Empty: no limit."
      onChange={(limit) => onChange({ ...draft, budget: limit })}
    />
  </>
);
