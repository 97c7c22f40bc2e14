// A summary of the deployment beside its form.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { Sentence } from "../../ui/form.js";
import { formatCounted } from "../../ui/format.js";
import { type DeploymentDraft, isLookup, isParquet, isProgram } from "./draft.js";
import { isFinished } from "./filter.js";
import { useNames } from "./names.js";
import { conditionPhrase, limitSentence, programSentence, rowSentence, typeLabel } from "./sentences.js";
import styles from "./summary.module.css";

interface SummaryProps {
  draft: DeploymentDraft;
  name: string;
  pipeline: Records["scopes"] | undefined;
}

export const Summary = ({ draft, name, pipeline }: SummaryProps) => {
  const names = useNames();
  const { data: datasets = [] } = useList("datasets");
  const { mode, unit, area, preset, reference, limit, conditions, structure } = draft;
  const aggregate = mode === "aggregated" ? area : unit;
  const representation = {
    mode,
    aggregate,
    transform_preset: preset,
    ...(reference.dataset_id && { reference }),
  };
  const datasetName = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name ?? "a dataset";
  const limited = limitSentence(limit, names);
  return (
    <>
      <Sentence>{name || typeLabel({ ...draft, format: isParquet(draft) ? "parquet" : "csv" })}</Sentence>
      {isLookup(draft) ? (
        <p>Returns the result of one person at a time, for all people of the pipeline.</p>
      ) : (
        <>
          <p>{isProgram(draft) ? programSentence(draft) : rowSentence(representation, datasetName)}</p>
          {conditions.some(isFinished) && (
            <div>
              <p>Filter:</p>
              <ul className={styles.conditions}>
                {conditions.filter(isFinished).map((condition) => (
                  <li key={JSON.stringify(condition)}>{conditionPhrase(condition, names)}</li>
                ))}
              </ul>
            </div>
          )}
          {limited && <p>{limited}</p>}
        </>
      )}
      {structure && <p>{formatCounted(structure.length, "selected column")}.</p>}
      {pipeline?.preview && (
        <p className="small soft">The pipeline is a preview: 1,000 rows at most until you enable it.</p>
      )}
    </>
  );
};
