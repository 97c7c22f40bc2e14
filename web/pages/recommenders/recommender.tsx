// One recommender: whether it is worth using, how often it is right beside what everybody takes, and for whom it has a say.

import { Link } from "wouter";
import { decisionLabels } from "../../../src/words/labels.js";
import { answer, api, Problem, type Schemas } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { RecordPage } from "../../shell/record-page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatCounted, formatDay, formatPercent } from "../../ui/format.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { Hits } from "./hits.js";
import { candidateWords } from "./words.js";

type Analysis = Schemas["RecommenderAnalysis"];

const RecommenderPage = ({ id }: { id: string }) => (
  <RecordPage kind="recommenders" id={id}>
    {(recommender) => (
      <>
        <Summary recommender={recommender} />
        <Evidence id={recommender.id} />
      </>
    )}
  </RecordPage>
);
export default RecommenderPage;

const Summary = ({ recommender }: { recommender: Records["recommenders"] }) => (
  <Panel title="What it recommends">
    <Facts
      facts={[
        ["Property", <code key="property">{recommender.stream_property_name}</code>],
        [
          "Of the stream",
          <Link key="stream" to={pageOf("streams", recommender.stream_name)}>
            {recommender.stream_name}
          </Link>,
        ],
        ["As of", recommender.data_through && formatDay(recommender.data_through)],
      ]}
    />
  </Panel>
);

const Evidence = ({ id }: { id: string }) => {
  const { data, error } = usePart("recommenders", id, "analysis", () =>
    answer(api.GET("/recommenders/{id}/analysis", { params: { path: { id } } })),
  );
  if (error instanceof Problem && error.status === 409)
    return (
      <Panel title="How good it is">
        <Empty>It is tested when it is first built.</Empty>
      </Panel>
    );
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={10} />;
  return (
    <>
      <Verdict analysis={data} />
      <Panel title="How often it is right">
        <Hits analysis={data} />
      </Panel>
      <Coverage analysis={data} />
    </>
  );
};

const Verdict = ({ analysis }: { analysis: Analysis }) => {
  const { verdict, used, test } = analysis;
  return (
    <Panel title={decisionLabels[verdict.decision].title}>
      <p>{verdict.text}</p>
      <Facts
        facts={[
          ["Recommends by", candidateWords[used].name],
          ["Tested on", formatCounted(test.people, "person", "people")],
          ["Seen from", formatDay(test.cutoff)],
          ["Who came again within", formatCounted(test.horizon_days, "day")],
        ]}
      />
      <p className="small soft">{candidateWords[used].meaning}</p>
    </Panel>
  );
};

const Coverage = ({ analysis: { coverage, popular } }: { analysis: Analysis }) => (
  <Panel title="For whom it has a say">
    <Facts
      facts={[
        ["People with recommendations of their own", formatCount(coverage.people)],
        ["Of all people", formatPercent(coverage.people_share)],
        ["Values that anybody took", formatCount(coverage.items)],
        ["Of these, recommended to anybody", formatCount(coverage.items_recommended)],
      ]}
    />
    {popular.length > 0 && (
      <>
        <h3>What everybody else is recommended</h3>
        <p>{popular.join(", ")}</p>
        <p className="small soft">What most people take lately, the most popular first.</p>
      </>
    )}
  </Panel>
);
