// The file: whether it holds everybody, and where it is.

import { useState } from "react";
import { Link } from "wouter";
import type { Schemas } from "../../api/client.js";
import { useChange } from "../../api/resources.js";
import { ButtonAnchor } from "../../ui/button.js";
import { CheckField } from "../../ui/field.js";
import { formatBytes, formatDay, formatMany } from "../../ui/format.js";
import { useBuilding } from "../../ui/status.js";
import { Trouble } from "../../ui/trouble.js";
import styles from "./start.module.css";

interface DeliveryProps {
  target: Schemas["Target"];
  scope: Schemas["Scope"];
}

export const Delivery = ({ target, scope }: DeliveryProps) => {
  const change = useChange("scopes", scope.id);
  const [wanted, setWanted] = useState<boolean>();
  const enable = (isEnabled: boolean) => {
    setWanted(isEnabled);
    change.mutate({ preview: !isEnabled }, { onSettled: () => setWanted(undefined) });
  };
  return (
    <>
      <CheckField
        label="Enable the pipeline"
        hint="Enabled, the file holds everybody and is kept fresh. Until then it holds 1,000 rows at most, to look at first."
        checked={wanted ?? !scope.preview}
        disabled={change.isPending}
        onChange={enable}
      />
      <Trouble problem={change.error} />
      <Download target={target} isEnabled={!scope.preview} />
      <p className="soft">
        New files in the same directory lead to new scores by themselves. What the file holds and in which
        form is settled by its <Link to={`/deployments/${target.id}`}>deployment</Link>, who is scored by the{" "}
        <Link to={`/pipelines/${scope.id}`}>pipeline</Link>.
      </p>
    </>
  );
};

const Download = ({ target, isEnabled }: { target: DeliveryProps["target"]; isEnabled: boolean }) => {
  const { status } = useBuilding(target);
  const { row_count: rows, file_size: bytes, data_through: through } = target;
  const isThere = rows !== undefined;
  const isWhole = isEnabled && status === "ready";
  return (
    <div className={styles.ways}>
      {isThere && (
        <ButtonAnchor look="primary" href={`/v1/targets/${target.id}/download.csv`} download>
          Download the CSV
        </ButtonAnchor>
      )}
      <p role="status" className="soft">
        {isThere && `${formatMany(rows, "row")}${bytes === undefined ? "" : `, ${formatBytes(bytes)}`}`}
        {isThere && through && `, as of ${formatDay(through)}`}
        {isThere && !isWhole && ". A preview."}
        {status !== "ready" &&
          status !== "error" &&
          (isThere ? " A newer one is being made." : "It is not there yet.")}
      </p>
    </div>
  );
};
