// The switch between a preview and the whole audience, with the reason if it cannot be used yet.

import { useMay } from "../../api/account.js";
import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatPeople } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { useBuilding } from "../../ui/status.js";
import styles from "./delivery.module.css";
import { enablingOf } from "./enabling.js";

export const Delivery = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const { status, waiting_for } = useBuilding(pipeline);
  const change = useChange("scopes", pipeline.id);
  const enabling = enablingOf({ ...pipeline, status, waiting_for });
  const isEnabled = enabling.at === "enabled";
  const mayEdit = useMay()("edit");
  return (
    <Panel title="Delivery">
      {mayEdit && (
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={change.isPending ? !isEnabled : isEnabled}
            disabled={enabling.at === "impossible" || change.isPending}
            aria-describedby="delivery-means"
            onChange={() => change.mutate({ preview: isEnabled })}
          />
          Deliver all people
        </label>
      )}
      <div id="delivery-means" role="status" className={styles.means}>
        <p>{isEnabled ? enabledMeans(pipeline) : previewMeans}</p>
        {mayEdit && enabling.at === "impossible" && (
          <p>
            <strong>You cannot enable this pipeline yet.</strong> {enabling.because}
          </p>
        )}
        {mayEdit && enabling.at === "possible" && (
          <p>
            The preview is ready. Check the scores below and the rows of a deployment, then enable the
            pipeline.
          </p>
        )}
      </div>
      <ErrorNotice problem={change.error} />
    </Panel>
  );
};

const enabledMeans = ({ population_count: people }: Records["scopes"]): string =>
  people === undefined
    ? "Enabled. Files contain the whole audience and are updated when data arrive."
    : `Enabled. Files contain the whole audience (${formatPeople(people)}) and are updated when data arrive.`;

const previewMeans =
  "Preview. Files contain 1,000 rows at most, so that you can check them before others use them.";
