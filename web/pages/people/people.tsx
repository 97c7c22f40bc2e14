// Everybody: how to find one, and how well records became people.

import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import { Changes } from "./changes.js";
import { ClusterSizes } from "./cluster-sizes.js";
import { DatasetTable } from "./dataset-table.js";
import { Finder } from "./finder.js";
import { LeastSure } from "./least-sure.js";
import { type PeopleAnalysis, usePeopleAnalysis } from "./read.js";
import { Rebuilding } from "./rebuilding.js";

const People = () => {
  const { data, error } = usePeopleAnalysis();
  return (
    <Page
      title="People"
      about="Who the records of your files turned out to be: several records of one person are taken together, and the records of two are kept apart."
      actions={<ButtonLink to="/people/decisions">Your decisions</ButtonLink>}
    >
      <Rebuilding />
      {data && <Finder />}
      {data ? (
        <Quality analysis={data} />
      ) : error?.status === 409 ? (
        <Nobody />
      ) : (
        <ErrorNotice problem={error} />
      )}
      {!data && !error && <Skeleton rows={10} />}
    </Page>
  );
};
export default People;

const Nobody = () => (
  <Empty
    action={
      <ButtonLink to="/start" look="primary">
        Start from a file
      </ButtonLink>
    }
  >
    Nobody is known yet. People come of the files of your datasets: once one is uploaded and its columns say
    who a row is about, they are here.
  </Empty>
);

const Quality = ({ analysis }: { analysis: PeopleAnalysis }) => (
  <>
    <Changes analysis={analysis} />
    <DatasetTable datasets={analysis.datasets} />
    <ClusterSizes analysis={analysis} />
    <LeastSure analysis={analysis} />
  </>
);
