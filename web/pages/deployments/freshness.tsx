// Freshness of a deployment's output: when it was made, from which data, until when it is good, and the
// number of its people who are expected to reach each goal.

import { expectedInFile, goodUntil, madeText, newerFilesText } from "../../../src/words/freshness.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { usePart } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatAgo, formatMoment, reader } from "../../ui/format.js";
import styles from "./deployment.module.css";
import type { Target } from "./draft.js";

type Manifest = Schemas["TargetManifest"];

export const Freshness = ({ target }: { target: Target }) => {
  const { id } = target;
  const { data, error } = usePart("targets", id, "manifest", () =>
    answer(api.GET("/targets/{id}/manifest", { params: { path: { id } } })),
  );
  const waiting = newerFilesText(target, reader, formatMoment);
  return (
    <>
      {waiting && <p>{waiting}</p>}
      <ErrorNotice problem={error} />
      {data && <Age manifest={data} />}
      {data?.outcomes && data.outcomes.length > 0 && (
        <ul className={styles.outcomes}>
          {data.outcomes.map((outcome) => (
            <li key={outcome.outcome_id}>{expectedInFile(outcome, reader)}</li>
          ))}
        </ul>
      )}
    </>
  );
};

const Age = ({ manifest }: { manifest: Manifest }) => {
  const { built_at, data_through, stale_after, is_stale = false, stale_reasons = [] } = manifest;
  if (built_at === undefined) return null;
  const moment = () => `${formatMoment(built_at)} (${formatAgo(built_at)})`;
  const until = goodUntil({ built_at, stale_after, is_stale, stale_reasons }, reader);
  return (
    <div className={styles.age}>
      <p>{madeText({ built_at, data_through }, reader, moment)}</p>
      {until && <p className={is_stale ? styles.note : undefined}>{until}</p>}
    </div>
  );
};
