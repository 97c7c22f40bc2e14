// What a deployment comes to, read back while it is written.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { Sentence } from "../../ui/form.js";
import { formatCount } from "../../ui/format.js";
import { type DeploymentDraft, isLookup } from "./draft.js";
import { isFinished } from "./filter.js";
import { useNames } from "./names.js";
import styles from "./read-back.module.css";
import { conditionInWords, limitInWords, rowInWords, typeWords } from "./words.js";

interface ReadBackProps {
  draft: DeploymentDraft;
  name: string;
  pipeline: Records["scopes"] | undefined;
}

export const ReadBack = ({ draft, name, pipeline }: ReadBackProps) => {
  const names = useNames();
  const { data: datasets = [] } = useList("datasets");
  const { mode, unit, area, reference, limit, conditions, structure } = draft;
  const aggregate = mode === "aggregated" ? area : unit;
  const datasetName = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name ?? "a dataset";
  const limited = limitInWords(limit, names);
  return (
    <>
      <Sentence>{name || typeWords[draft.type]}</Sentence>
      {isLookup(draft) ? (
        <p>It answers for everybody of the pipeline, one person at a time.</p>
      ) : (
        <>
          <p>{rowInWords({ mode, aggregate, ...(reference.dataset_id && { reference }) }, datasetName)}</p>
          {conditions.some(isFinished) && (
            <div>
              <p>Only people who are:</p>
              <ul className={styles.conditions}>
                {conditions.filter(isFinished).map((condition) => (
                  <li key={JSON.stringify(condition)}>{conditionInWords(condition, names)}</li>
                ))}
              </ul>
            </div>
          )}
          {limited && <p>{limited}</p>}
        </>
      )}
      {structure && <p>{formatCount(structure.length)} columns of your choice.</p>}
      {pipeline?.preview && (
        <p className="small soft">
          The pipeline is a preview: until it is enabled, there are 1,000 rows at most.
        </p>
      )}
    </>
  );
};
