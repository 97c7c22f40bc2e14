// Form of a campaign of a hold-out: the day on which people were contacted, and how many of the likeliest.

import { useState } from "react";
import { useChange } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { NumberField, TextField } from "../../ui/field.js";
import { type Campaign, changedCampaign } from "./campaigns.js";
import styles from "./holdout.module.css";

interface CampaignFormProps {
  pipelineId: string;
  /** The campaign to change; undefined: a new one. */
  campaign?: Campaign | undefined;
  /** All campaigns of the hold-out with this one. */
  withCampaign: (campaign: Campaign) => Campaign[];
  onDone: () => void;
}

export const CampaignForm = ({ pipelineId, campaign, withCampaign, onDone }: CampaignFormProps) => {
  const [day, setDay] = useState(campaign?.contacted_at.slice(0, 10) ?? "");
  const [name, setName] = useState(campaign?.name ?? "");
  const [top, setTop] = useState<number | undefined>(campaign?.top);
  const change = useChange("scopes", pipelineId);
  const save = () =>
    change.mutate(
      { holdout: { campaigns: withCampaign(changedCampaign(campaign, { day, name, top })) } },
      { onSuccess: onDone },
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField label="Contacted on" type="date" required value={day} onChange={setDay} />
      <TextField label="Name" value={name} placeholder="Autumn mailing" onChange={setName} />
      <NumberField
        label="Only the likeliest"
        min={1}
        value={top}
        hint="Number of people who took part, those held out included. Empty: everyone."
        onChange={setTop}
      />
      <ErrorNotice problem={change.error} />
      <div className={styles.buttons}>
        <Button look="primary" type="submit" disabled={day === ""} isBusy={change.isPending}>
          {campaign ? "Save campaign" : "Add campaign"}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
