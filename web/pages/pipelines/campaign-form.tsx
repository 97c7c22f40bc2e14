// Form that adds a campaign to a hold-out: the day on which people were contacted, and how many of the likeliest.

import { useState } from "react";
import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { NumberField, TextField } from "../../ui/field.js";
import styles from "./holdout.module.css";

interface CampaignFormProps {
  pipeline: Records["scopes"];
  holdout: NonNullable<Records["scopes"]["holdout"]>;
}

export const CampaignForm = ({ pipeline, holdout }: CampaignFormProps) => {
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState("");
  const [name, setName] = useState("");
  const [top, setTop] = useState<number>();
  const change = useChange("scopes", pipeline.id);
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Add a campaign</Button>
      </div>
    );
  const campaign = {
    ...(name.trim() !== "" && { name: name.trim() }),
    contacted_at: day,
    ...(top !== undefined && { top }),
  };
  const add = () =>
    change.mutate(
      { holdout: { campaigns: [...(holdout.campaigns ?? []), campaign] } },
      { onSuccess: () => setOpen(false) },
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        add();
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
          Add campaign
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
