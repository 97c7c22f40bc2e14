// Fields of a pipeline's form about campaigns: the share to hold out, and what contacts cost and conversions are worth.

import { NumberField, SelectField } from "../../ui/field.js";
import type { PipelineDraft } from "./draft.js";

interface CampaignFieldsProps {
  draft: PipelineDraft;
  onChange: (draft: PipelineDraft) => void;
}

export const CampaignFields = ({ draft, onChange }: CampaignFieldsProps) => {
  const { heldOutPercent, heldOutBy, costPerContact, valuePerConversion, budget } = draft;
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
        <SelectField
          label="The same people as in other pipelines"
          value={heldOutBy}
          choices={[
            { value: "pipeline", label: "No: drawn for this pipeline, evenly over the scores" },
            { value: "account", label: "Yes: whoever is held out is held out everywhere" },
          ]}
          onChange={(by) => onChange({ ...draft, heldOutBy: by })}
        />
      )}
      <NumberField
        label="Cost per contact"
        min={0}
        isContinuous
        value={costPerContact}
        hint="With the value per conversion, files say whom to contact, and this page which profit to expect."
        onChange={(cost) => onChange({ ...draft, costPerContact: cost })}
      />
      <NumberField
        label="Value per conversion"
        min={0}
        isContinuous
        value={valuePerConversion}
        hint="What one more conversion brings: the margin."
        onChange={(value) => onChange({ ...draft, valuePerConversion: value })}
      />
      <NumberField
        label="Budget"
        min={0}
        isContinuous
        value={budget}
        hint="The most to spend on contacts. Empty: no limit."
        onChange={(limit) => onChange({ ...draft, budget: limit })}
      />
    </>
  );
};
