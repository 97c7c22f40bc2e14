// How a deployment is made: of which pipeline, what a row is, whom it tells of.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useList, useRecord } from "../../api/resources.js";
import { Facts, Panel } from "../../ui/panel.js";
import { draftOf, isLookup, type Target } from "./draft.js";
import { useNames } from "./names.js";
import styles from "./read-back.module.css";
import { conditionInWords, formatInWords, limitInWords, rowInWords } from "./words.js";

export const Made = ({ target }: { target: Target }) => {
  const names = useNames();
  const { data: pipeline } = useRecord("scopes", target.scope_id);
  const { data: datasets = [] } = useList("datasets");
  const { limit, conditions, structure, isHumanReadable } = draftOf(target);
  const datasetName = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name ?? "a dataset";
  const whom =
    conditions.length > 0 ? (
      <ul className={styles.conditions} aria-label="Only people who are">
        {conditions.map((condition) => (
          <li key={JSON.stringify(condition)}>{conditionInWords(condition, names)}</li>
        ))}
      </ul>
    ) : (
      "everybody of the pipeline"
    );
  return (
    <Panel title="How it is made">
      <p>
        {isLookup(target.options)
          ? "It answers for one person at a time."
          : rowInWords(target.representation, datasetName)}
      </p>
      <Facts
        facts={[
          [
            "Pipeline",
            pipeline && (
              <Link key="pipeline" to={pageOf("scopes", pipeline.id)}>
                {pipeline.name}
              </Link>
            ),
          ],
          ["Whom it tells of", whom],
          ["How many", limitInWords(limit, names)],
          ["Format", formatInWords(target.options)],
          ["Columns", structure ? "chosen, in an order of their own" : "all that there are"],
          ["Called by", isHumanReadable ? "names" : "ids"],
        ]}
      />
    </Panel>
  );
};
