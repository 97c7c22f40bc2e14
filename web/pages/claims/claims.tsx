// The page of all claims: how many came true, each with what was expected and what came, and a file of them.

import { claimCountsSentence } from "../../../src/words/claims.js";
import { useClaims } from "../../api/claims.js";
import { Page } from "../../shell/page.js";
import { ButtonAnchor, ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, reader } from "../../ui/format.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import { ClaimTable } from "./claim-table.js";

const mostShown = 500;

const Claims = () => {
  const { data, error } = useClaims(mostShown);
  return (
    <Page
      title="Did it come true?"
      about="What each list claimed when it was made, and what came. Claims stay when their prediction is deleted."
      actions={
        <ButtonAnchor href="/v1/claims.csv" download>
          Download CSV
        </ButtonAnchor>
      }
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={8} />}
      {data && (
        <>
          {data.summary.made > 0 && <p>{claimCountsSentence(data.summary, reader)}</p>}
          <ClaimTable claims={data.claims} empty={<NoClaims />} />
          {data.summary.made > data.claims.length && (
            <p className="small soft">
              The newest {formatCount(data.claims.length)} are shown. The file has all{" "}
              {formatCount(data.summary.made)}.
            </p>
          )}
          {data.summary.made > 0 && (
            <p className="small soft">
              In brackets: 95 % interval. A claim is held if what came is inside; an AUC may be better.
              Expected is the AUC of the test. Late events count for one more horizon. Other models scored the
              same people on the same day; better and worse are by more than chance.
            </p>
          )}
        </>
      )}
    </Page>
  );
};
export default Claims;

const NoClaims = () => (
  <Empty action={<ButtonLink to="/predictions">See predictions</ButtonLink>}>
    No claims yet. When a pipeline scores people, it claims how many of them reach the goal by the end of the
    horizon. The claim is judged once your data reach that day.
  </Empty>
);
