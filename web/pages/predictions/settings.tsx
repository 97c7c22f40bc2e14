// The settings of a prediction: its question, whom it scores, where its lists go, and its parts in the API.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { horizonLength } from "../../../src/words/horizons.js";
import { resourceLabels } from "../../../src/words/labels.js";
import { useMay } from "../../api/account.js";
import { answer, api } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { Allowed } from "../../shell/allowed.js";
import { ButtonLink, Copy } from "../../ui/button.js";
import { reader } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import { definitionOf, draftOf, type OutcomeDraft } from "../outcomes/draft.js";
import { Audience } from "../pipelines/audience.js";
import { Columns } from "../pipelines/columns.js";
import { Delivery } from "../pipelines/delivery.js";
import { Deployments } from "../pipelines/deployments.js";
import { useParts } from "./parts.js";
import { PredictionPage } from "./prediction-page.js";
import styles from "./results.module.css";
import { usePipelineOf } from "./use-summaries.js";

const Settings = ({ id }: { id: string }) => (
  <PredictionPage id={id} tab="Settings">
    {(outcome) => (
      <>
        <Question outcome={outcome} />
        <Pipeline outcome={outcome} />
      </>
    )}
  </PredictionPage>
);
export default Settings;

const Question = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const { id, last_updated_config_at, horizon_days } = outcome;
  const mayRead = useMay()("read");
  const { data, error } = useQuery({
    enabled: mayRead,
    queryKey: ["outcomes", id, "definition", last_updated_config_at, horizon_days],
    queryFn: () =>
      answer(
        api.POST("/outcomes/preview", {
          body: definitionOf(withHorizon(outcome)),
        }),
      ),
  });
  const isLoading = mayRead && !data && !error;
  const cohort = (cohortId: string | undefined, name: string | undefined) =>
    cohortId && <Link to={pageOf("cohorts", cohortId)}>{name ?? "a cohort"}</Link>;
  return (
    <Panel
      title="Question"
      actions={
        <Allowed>
          <ButtonLink to={`/outcomes/${encodeURIComponent(id)}/edit`}>Change the question</ButtonLink>
        </Allowed>
      }
    >
      <p className={styles.question} aria-busy={isLoading}>
        {data?.sentence ?? (isLoading ? "\u00a0" : outcome.name)}
      </p>
      <Facts
        facts={[
          ["Horizon", horizonLength(outcome, reader)],
          ["Goal", cohort(outcome.attainment_cohort_id, outcome.attainment_cohort_name)],
          ["People", cohort(outcome.eligible_cohort_id, outcome.eligible_cohort_name) || "all people"],
          ["If they are active", cohort(outcome.active_cohort_id, outcome.active_cohort_name)],
          ["Gone for good", cohort(outcome.attrition_cohort_id, outcome.attrition_cohort_name)],
        ]}
      />
    </Panel>
  );
};

/** The draft with a horizon that was chosen from the data, too. */
const withHorizon = (outcome: Records["outcomes"]): OutcomeDraft => {
  const draft = draftOf(outcome);
  return draft.calendar === "" ? { ...draft, horizonDays: outcome.horizon_days } : draft;
};

/** What is made behind the prediction: its pipeline and deployments. Nothing while no pipeline scores it. */
const Pipeline = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const pipeline = usePipelineOf(outcome.id);
  return (
    <>
      {pipeline && (
        <>
          <Audience
            pipeline={pipeline}
            actions={
              <Allowed>
                <ButtonLink to={`${pageOf("scopes", pipeline.id)}/edit`}>
                  Change audience and columns
                </ButtonLink>
              </Allowed>
            }
          />
          <Delivery pipeline={pipeline} />
          <Deployments id={pipeline.id} />
          <Columns pipeline={pipeline} />
        </>
      )}
      <Parts outcome={outcome} />
    </>
  );
};

const Parts = ({ outcome }: { outcome: Records["outcomes"] }) => (
  <Panel title="In the API">
    <p className="soft">
      A prediction is an outcome, the pipeline (scope) that scores people, and deployments (targets) that
      deliver the scores.
    </p>
    <ul className={styles.parts}>
      {[{ kind: "outcomes" as const, id: outcome.id, name: outcome.name }, ...useParts(outcome.id)].map(
        ({ kind, id, name }) => (
          <li key={id}>
            <span>
              <span className="soft">{resourceLabels[kind].api} </span>
              {kind === "outcomes" ? name : <Link to={pageOf(kind, id)}>{name}</Link>}
            </span>
            <Copy text={id} label="id" />
          </li>
        ),
      )}
    </ul>
  </Panel>
);
