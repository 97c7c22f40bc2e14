// The switch between a preview and everybody, what it means, and why it cannot be thrown yet.

import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { useBuilding } from "../../ui/status.js";
import styles from "./delivery.module.css";
import { enablingOf } from "./enabling.js";

export const Delivery = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const { status, status_error } = useBuilding(pipeline);
  const change = useChange("scopes", pipeline.id);
  const enabling = enablingOf({ ...pipeline, status, status_error });
  const isEnabled = enabling.at === "enabled";
  return (
    <Panel title="Delivery">
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={change.isPending ? !isEnabled : isEnabled}
          disabled={enabling.at === "impossible" || change.isPending}
          aria-describedby="delivery-means"
          onChange={() => change.mutate({ preview: isEnabled })}
        />
        Deliver everybody
      </label>
      <div id="delivery-means" role="status" className={styles.means}>
        <p>{isEnabled ? enabledMeans(pipeline) : previewMeans}</p>
        {enabling.at === "impossible" && (
          <p>
            <strong>It cannot be enabled yet.</strong> {enabling.because}
          </p>
        )}
        {enabling.at === "possible" && (
          <p>
            It is built and can be enabled. Look first: below at the scores, and at the rows of a deployment.
          </p>
        )}
      </div>
      <ErrorNotice problem={change.error} />
    </Panel>
  );
};

const enabledMeans = ({ population_count: people }: Records["scopes"]): string =>
  people === undefined
    ? "Enabled: its files hold everybody it tells of, and are kept fresh as data arrive."
    : `Enabled: its files hold everybody it tells of, ${formatCount(people)} as last built, and are kept fresh as data arrive.`;

const previewMeans =
  "This is a preview: its files hold the first 1,000 rows at most, so that you can look before others work with them.";
