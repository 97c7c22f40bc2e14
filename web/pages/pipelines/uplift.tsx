// Uplift of a pipeline's people: whether a contact moves some more than others, and the way to have it in lists.

import { segmentWords, upliftSentence } from "../../../src/words/uplift.js";
import { useMay } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { IntervalFigure } from "../../charts/interval-figure.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatPercent, reader } from "../../ui/format.js";
import styles from "./holdout.module.css";

type Uplift = Schemas["Uplift"];

export const MovedMost = ({ uplift, pipeline }: { uplift: Uplift; pipeline: Records["scopes"] }) => (
  <section className={styles.campaign}>
    <h3>Whom a contact moves</h3>
    <p>
      <strong>{upliftSentence(uplift, reader)}</strong>
    </p>
    {uplift.verdict === "proven" && <InLists uplift={uplift} pipeline={pipeline} />}
    <Gains uplift={uplift} />
  </section>
);

const InLists = ({ uplift: { segments }, pipeline }: { uplift: Uplift; pipeline: Records["scopes"] }) => {
  const change = useChange("scopes", pipeline.id);
  const mayEdit = useMay()("edit");
  if (pipeline.holdout?.uplift && segments)
    return (
      <ul>
        {Object.entries(segmentWords).map(([segment, { name, advice }]) => (
          <li key={segment}>
            {name}: {formatCount(segments[segment as keyof typeof segments] ?? 0)} people; {advice}.
          </li>
        ))}
      </ul>
    );
  if (pipeline.holdout?.uplift) return <p>Each person has it after the next build.</p>;
  if (!mayEdit) return null;
  return (
    <div>
      <Button isBusy={change.isPending} onClick={() => change.mutate({ holdout: { uplift: true } })}>
        Add each person’s uplift to files
      </Button>
      <ErrorNotice problem={change.error} />
    </div>
  );
};

const Gains = ({ uplift: { shares } }: { uplift: Uplift }) => {
  const [first] = shares;
  if (!first) return null;
  const points = (value: number) => reader.points(value);
  return (
    <IntervalFigure
      title="What a contact brings among the first"
      about="Conversions for each 100 people contacted, in percentage points, if those with the highest uplift are contacted first. Rings: those with the highest chance first."
      summary={`${reader.withInterval(first.by_uplift.value, first.by_uplift, points)} among the first ${formatPercent(first.share)} by uplift; ${points(first.by_chance.value)} by chance.`}
      isAcross
      rows={shares}
      label={{ header: "First", of: ({ share }) => formatPercent(share) }}
      interval={({ by_uplift, by_chance }) => ({ ...by_uplift, other: by_chance.value })}
      value="By uplift, in points"
      other="By chance, in points"
      show={points}
      showOnAxis={reader.signedPoints}
      columns={[
        {
          header: "Difference",
          value: ({ difference }) => difference.value,
          text: ({ difference }) => reader.withInterval(difference.value, difference, points),
        },
      ]}
      fileName="gain-by-uplift"
      height={200}
    />
  );
};
