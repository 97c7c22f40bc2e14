// Results of one prediction (API: outcome): its verdict, reliability, quality, drivers, performance by
// audience and training.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answer, api } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { Builds } from "../predictions/builds.js";
import { Decision, ListButton } from "../predictions/decision.js";
import { definitionOf, draftOf } from "./draft.js";
import { useAnalysis } from "./evaluation/analysis.js";
import { Audience } from "./evaluation/audience.js";
import { Drivers } from "./evaluation/drivers.js";
import { Quality } from "./evaluation/quality.js";
import { Reliability } from "./evaluation/reliability.js";
import { Training } from "./evaluation/training.js";
import styles from "./outcome.module.css";

const Outcome = ({ id }: { id: string }) => (
  <RecordPage
    kind="outcomes"
    id={id}
    actions={(outcome) => (
      <>
        <ListButton outcome={outcome} />
        <ButtonLink to={`/outcomes/${id}/edit`}>Edit</ButtonLink>
      </>
    )}
  >
    {(outcome) => (
      <>
        <Definition outcome={outcome} />
        {outcome.verdict ? <Evaluation outcome={outcome} /> : <NoResults outcome={outcome} />}
      </>
    )}
  </RecordPage>
);
export default Outcome;

const Definition = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const { id, last_updated_config_at, horizon_days } = outcome;
  const { data, error } = useQuery({
    queryKey: ["outcomes", id, "definition", last_updated_config_at, horizon_days],
    queryFn: () =>
      answer(
        api.POST("/outcomes/preview", {
          body: definitionOf({ ...draftOf(outcome), horizonDays: horizon_days }),
        }),
      ),
  });
  return (
    <div className={styles.definition}>
      <p className={styles.sentence} aria-busy={!data && !error}>
        {data?.sentence ?? (error ? outcome.name : "\u00a0")}
      </p>
      <p className="small soft">
        Goal: <CohortLink id={outcome.attainment_cohort_id} name={outcome.attainment_cohort_name} />.
        Eligible: <CohortLink id={outcome.eligible_cohort_id} name={outcome.eligible_cohort_name} />.
        {outcome.attrition_cohort_id && (
          <>
            {" "}
            Attrition: <CohortLink id={outcome.attrition_cohort_id} name={outcome.attrition_cohort_name} />.
          </>
        )}
      </p>
    </div>
  );
};

const CohortLink = ({ id, name }: { id: string | undefined; name: string | undefined }) =>
  id ? <Link to={pageOf("cohorts", id)}>{name ?? "a cohort"}</Link> : "all people";

const NoResults = ({ outcome }: { outcome: Records["outcomes"] }) =>
  outcome.status === "error" ? (
    <Panel title="Results">
      <p className="soft">No results: the build failed. See the message above for what to change.</p>
    </Panel>
  ) : (
    <Builds id={outcome.id} />
  );

const Evaluation = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const { data: analysis, error } = useAnalysis(outcome.id);
  const { name } = outcome;
  if (!analysis)
    return error ? (
      <ErrorNotice problem={error} />
    ) : (
      <div className={styles.waiting}>
        <Skeleton rows={12} label="Loading results" />
      </div>
    );
  return (
    <>
      {outcome.status !== "ready" && (
        <p role="status">These are the results of the last build. The next build replaces them.</p>
      )}
      <Decision outcome={outcome} analysis={analysis} />
      <Reliability analysis={analysis} name={name} />
      <Quality analysis={analysis} name={name} />
      <Drivers analysis={analysis} name={name} />
      <Audience analysis={analysis} name={name} />
      <Training outcome={outcome} analysis={analysis} />
    </>
  );
};
