// Review of matches: two records side by side with the evidence, and the owner's decision whether they are one
// person. Decisions about random pairs measure how good matching is.

import { useEffect, useRef, useState } from "react";
import { qualitySentence } from "../../../src/words/match-quality.js";
import type { Schemas } from "../../api/client.js";
import { Allowed } from "../../shell/allowed.js";
import { Page } from "../../shell/page.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted } from "../../ui/format.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { Weights } from "./matches.js";
import { SideBySide } from "./pair-reason.js";
import { PersonLink } from "./person-link.js";
import { type Decision, type ReviewOrder, usePair, useReview, useReviewPair, useUndo } from "./queries.js";
import styles from "./review.module.css";
import { matchProbability, titleOf } from "./sentences.js";

type Pair = Schemas["MatchToReview"];

const keyOf = ({ record_ids }: Pair): string => record_ids.toSorted().join(" ");

interface Saved {
  decision: Decision;
  /** Key of the pair, which comes back if the decision is undone. */
  key: string;
}

const Review = () => {
  const [order, setOrder] = useState<ReviewOrder>("cost");
  const { data, error } = useReview(order);
  return (
    <Page
      title="Review matches"
      up={{ to: "/people", label: "People" }}
      about="Pairs of similar records about which matching is least certain. Your decision overrides it in all later builds."
      actions={<ButtonLink to="/people/decisions">Decisions</ButtonLink>}
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={10} />}
      {data && (
        <>
          <Pairs key={order} review={data} order={order} />
          <Quality quality={data.quality} order={order} onOrder={setOrder} />
        </>
      )}
    </Page>
  );
};
export default Review;

const Pairs = ({ review, order }: { review: Schemas["Review"]; order: ReviewOrder }) => {
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [saved, setSaved] = useState<Saved>();
  const open = review.matches.filter((pair) => !passed.includes(keyOf(pair)));
  const pair = open[0];
  const pass = (key: string) => setPassed([...passed, key]);
  const bringBack = (key: string) => setPassed(passed.filter((own) => own !== key));
  return (
    <>
      {saved && (
        <SavedNotice
          key={saved.decision.id}
          decision={saved.decision}
          onUndone={() => {
            bringBack(saved.key);
            setSaved(undefined);
          }}
        />
      )}
      {pair ? (
        <PairPanel
          pair={pair}
          order={order}
          hasMoved={passed.length > 0}
          onSkip={() => pass(keyOf(pair))}
          onSaved={(decision) => {
            pass(keyOf(pair));
            setSaved({ decision, key: keyOf(pair) });
          }}
        />
      ) : (
        <Empty action={<ButtonLink to="/people">Find people</ButtonLink>}>
          {passed.length > 0
            ? "That was the last pair. Skipped pairs are here again when you come back."
            : "No pairs to review: all matches rest on equal values or your decisions, and no two people are nearly alike."}
        </Empty>
      )}
    </>
  );
};

const SavedNotice = ({ decision, onUndone }: { decision: Decision; onUndone: () => void }) => {
  const undo = useUndo();
  return (
    <div role="status" className={styles.saved}>
      <span>Saved: {decision.kind === "merge" ? "same person" : "two people"}.</span>
      <Button
        isBusy={undo.isPending}
        onClick={() => undo.mutate(decision.id, { onSuccess: onUndone })}
        data-key="u"
        aria-keyshortcuts="U"
      >
        Undo
      </Button>
      <ErrorNotice problem={undo.error} />
    </div>
  );
};

interface PairPanelProps {
  pair: Pair;
  order: ReviewOrder;
  /** Whether a pair was decided or skipped before: then the focus moves to this one. */
  hasMoved: boolean;
  onSkip: () => void;
  onSaved: (decision: Decision) => void;
}

const PairPanel = ({ pair, order, hasMoved, onSkip, onSaved }: PairPanelProps) => {
  const [left, right] = pair.record_ids as [string, string];
  const { data: reason, error } = usePair(left, right, true);
  const decide = useReviewPair();
  const panel = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useKeys(panel);
  const key = keyOf(pair);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each pair
  useEffect(() => {
    if (hasMoved) title.current?.focus();
  }, [key]);
  const answer = (same_person: boolean) =>
    void decide.mutateAsync({ record_ids: [left, right], same_person, order }).then(onSaved, () => undefined);
  return (
    <section ref={panel} className={styles.pair} aria-labelledby="pair-title">
      <h2 id="pair-title" ref={title} tabIndex={-1}>
        Are these one person?
      </h2>
      <p>{standing(pair, reason)}</p>
      <ErrorNotice problem={error ?? decide.error} />
      {!reason && !error && <Skeleton rows={6} />}
      {reason && (
        <>
          <SideBySide
            pair={reason}
            caption="The two records, as written."
            heads={["First record", "Second record"]}
          />
          <p>{reason.explanation}</p>
        </>
      )}
      <div className={styles.buttons}>
        <Allowed>
          <Button
            look="primary"
            isBusy={decide.isPending}
            onClick={() => answer(true)}
            data-key="s"
            aria-keyshortcuts="S"
          >
            Same person
          </Button>
          <Button isBusy={decide.isPending} onClick={() => answer(false)} data-key="t" aria-keyshortcuts="T">
            Two people
          </Button>
        </Allowed>
        <Button look="quiet" isBusy={decide.isPending} onClick={onSkip} data-key="k" aria-keyshortcuts="K">
          Skip
        </Button>
      </div>
      <Allowed>
        <p className="small soft">Keys: S same person, T two people, K skip, U undo.</p>
      </Allowed>
      {reason && <Evidence pair={pair} reason={reason} />}
    </section>
  );
};

const standing = (
  { same_person: isOne, probability, row_count: rows }: Pair,
  reason: Schemas["PairReason"] | undefined,
): string => {
  const chance = `${matchProbability(probability)} likely to be one person`;
  const needed = reason?.min_probability;
  return isOne
    ? `Matching made them one person: ${chance}. If that is wrong, ${formatCounted(rows, "row")} ${rows === 1 ? "is" : "are"} in the wrong place.`
    : `Matching keeps them apart: ${chance}${needed === undefined ? "" : `, and ${matchProbability(needed)} is needed`}. If that is wrong, ${formatCounted(rows, "row")} ${rows === 1 ? "is" : "are"} in the wrong place.`;
};

const Evidence = ({ pair, reason }: { pair: Pair; reason: Schemas["PairReason"] }) => {
  const { left, right, comparison, explanation } = reason;
  return (
    <>
      <p>
        {pair.same_person ? "Person: " : "People: "}
        <PersonLink id={left.person_id} title={titleOf(left.record.fields)} />
        {!pair.same_person && (
          <>
            {" · "}
            <PersonLink id={right.person_id} title={titleOf(right.record.fields)} />
          </>
        )}
      </p>
      {comparison && <Weights link={{ ...comparison, explanation }} />}
    </>
  );
};

/** Keys press the buttons that carry them, while the focus is in the panel. */
const useKeys = (panel: React.RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const ended = new AbortController();
    panel.current?.addEventListener(
      "keydown",
      (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const button = document.querySelector<HTMLButtonElement>(
          `main button[data-key="${CSS.escape(event.key.toLowerCase())}"]`,
        );
        button?.click();
      },
      { signal: ended.signal },
    );
    return () => ended.abort();
  }, [panel]);
};

interface QualityProps {
  quality: Schemas["MatchQuality"];
  order: ReviewOrder;
  onOrder: (order: ReviewOrder) => void;
}

const Quality = ({ quality, order, onOrder }: QualityProps) => (
  <Panel title="How good matching is on your data">
    <p>{qualitySentence(quality)}</p>
    <ChoiceField
      legend="Pairs to review"
      value={order}
      choices={[
        { value: "cost", label: "The costliest mistakes first", meaning: "Puts right what matters most." },
        {
          value: "random",
          label: "A random draw",
          meaning:
            "Measures how good matching is: matches, and pairs of two people who are nearly alike, in turn.",
        },
      ]}
      onChange={onOrder}
    />
  </Panel>
);
