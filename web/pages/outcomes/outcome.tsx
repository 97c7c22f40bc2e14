// One outcome, as an argument: can it be trusted, how good is it, why, and for whom not.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answer, api } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { definitionOf, draftOf } from "./draft.js";
import { useAnalysis } from "./evaluation/analysis.js";
import { ForWhom } from "./evaluation/audience.js";
import { Why } from "./evaluation/drivers.js";
import { Quality } from "./evaluation/quality.js";
import { Trust } from "./evaluation/reliability.js";
import { Learned } from "./evaluation/training.js";
import { Verdict } from "./evaluation/verdict.js";
import styles from "./outcome.module.css";

const Outcome = ({ id }: { id: string }) => (
  <RecordPage
    kind="outcomes"
    id={id}
    actions={() => <ButtonLink to={`/outcomes/${id}/edit`}>Change the question</ButtonLink>}
  >
    {(outcome) => (
      <>
        <Asked outcome={outcome} />
        {outcome.verdict ? <Evidence outcome={outcome} /> : <NotYet outcome={outcome} />}
      </>
    )}
  </RecordPage>
);
export default Outcome;

const Asked = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const { id, last_updated_config_at, horizon_days } = outcome;
  const { data, error } = useQuery({
    queryKey: ["outcomes", id, "question", last_updated_config_at, horizon_days],
    queryFn: () =>
      answer(
        api.POST("/outcomes/preview", {
          body: definitionOf({ ...draftOf(outcome), horizonDays: horizon_days }),
        }),
      ),
  });
  return (
    <div className={styles.asked}>
      <p className={styles.sentence} aria-busy={!data && !error}>
        {data?.sentence ?? (error ? outcome.name : "\u00a0")}
      </p>
      <p className="small soft">
        Who attains: <CohortLink id={outcome.attainment_cohort_id} name={outcome.attainment_cohort_name} />.
        Of whom it is asked:{" "}
        <CohortLink id={outcome.eligible_cohort_id} name={outcome.eligible_cohort_name} />.
        {outcome.attrition_cohort_id && (
          <>
            {" "}
            Who is asked about no more:{" "}
            <CohortLink id={outcome.attrition_cohort_id} name={outcome.attrition_cohort_name} />.
          </>
        )}
      </p>
    </div>
  );
};

const CohortLink = ({ id, name }: { id: string | undefined; name: string | undefined }) =>
  id ? <Link to={pageOf("cohorts", id)}>{name ?? "a cohort"}</Link> : "everyone known";

const NotYet = ({ outcome }: { outcome: Records["outcomes"] }) => (
  <Panel title="The verdict">
    <p className="soft">
      {outcome.status === "error"
        ? "There is none: it could not be learned. What to do is said above."
        : "There is none yet. It is learned once its cohorts are built, and shown here by itself."}
    </p>
  </Panel>
);

const Evidence = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const { data: analysis, error } = useAnalysis(outcome.id);
  const { name } = outcome;
  if (!analysis)
    return error ? (
      <ErrorNotice problem={error} />
    ) : (
      <div className={styles.waiting}>
        <Skeleton rows={12} label="Reading the evidence" />
      </div>
    );
  return (
    <>
      {outcome.status !== "ready" && (
        <p role="status">Below is what the last build found. It is replaced when the next one ends.</p>
      )}
      <Verdict outcome={outcome} analysis={analysis} />
      <Trust analysis={analysis} name={name} />
      <Quality analysis={analysis} name={name} />
      <Why analysis={analysis} name={name} />
      <ForWhom analysis={analysis} name={name} />
      <Learned outcome={outcome} analysis={analysis} />
    </>
  );
};
