// The configuration of a deployment: its pipeline, rows, filter, limit and format.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useList, useRecord } from "../../api/resources.js";
import { Facts, Panel } from "../../ui/panel.js";
import { draftOf, hasPreset, isLookup, isProgram, type Target } from "./draft.js";
import { useNames } from "./names.js";
import { conditionPhrase, formatSummary, limitSentence, programSentence, rowSentence } from "./sentences.js";
import styles from "./summary.module.css";

export const Configuration = ({ target }: { target: Target }) => {
  const names = useNames();
  const { data: pipeline } = useRecord("scopes", target.scope_id);
  const { data: datasets = [] } = useList("datasets");
  const draft = draftOf(target);
  const { limit, conditions, structure, isHumanReadable } = draft;
  const isPreset = hasPreset(draft);
  const datasetName = (wanted: string) => datasets.find(({ id }) => id === wanted)?.name ?? "a dataset";
  const people =
    conditions.length > 0 ? (
      <ul className={styles.conditions} aria-label="Filter">
        {conditions.map((condition) => (
          <li key={JSON.stringify(condition)}>{conditionPhrase(condition, names)}</li>
        ))}
      </ul>
    ) : (
      "all people of the pipeline"
    );
  return (
    <Panel title="Configuration">
      <p>
        {isLookup(target.options)
          ? "Returns the result of one person at a time."
          : isProgram(target.options)
            ? programSentence(draft)
            : rowSentence(target.representation, datasetName)}
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
          ["People", people],
          ["Limit", limitSentence(limit, names)],
          ["Format", formatSummary(target.options)],
          [
            "Columns",
            isPreset
              ? `those of the ${isProgram(draft) ? "program" : "upload form"}`
              : structure
                ? `${structure.length} selected`
                : "all",
          ],
          ["Column names", isPreset ? undefined : isHumanReadable ? "readable" : "with ids"],
        ]}
      />
    </Panel>
  );
};
