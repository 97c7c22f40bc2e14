// Hold-out of a pipeline: who is not contacted, the smallest effect that can be seen, and what each campaign brought.

import { useState } from "react";
import { Link } from "wouter";
import {
  campaignSentence,
  detectableSentence,
  preliminarySentence,
  profitSentence,
  shareSentence,
} from "../../../src/words/holdout.js";
import type { Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useChange, useRecord } from "../../api/resources.js";
import { IntervalFigure } from "../../charts/interval-figure.js";
import { Allowed } from "../../shell/allowed.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatDay, formatPercent, reader } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { CampaignForm } from "./campaign-form.js";
import { type Campaign, type CampaignResult, listedCampaigns } from "./campaigns.js";
import styles from "./holdout.module.css";
import { BroughtByContacting } from "./incrementality.js";
import { NextContacts } from "./next-contacts.js";
import { MovedMost } from "./uplift.js";
import { useHoldout } from "./use-holdout.js";

type ScopeHoldout = Schemas["ScopeHoldout"];

/** Nothing for a pipeline without a prediction. */
export const Holdout = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const { data, error } = useHoldout(pipeline.id);
  if (pipeline.payload.outcome_ids.length === 0) return null;
  return (
    <Panel
      title="Hold-out"
      actions={
        <Allowed>
          {pipeline.holdout ? (
            <Link to={`/pipelines/${encodeURIComponent(pipeline.id)}/edit`}>Change the share</Link>
          ) : (
            <KeepBack pipeline={pipeline} />
          )}
        </Allowed>
      }
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={3} />}
      {data && <Groups data={data} />}
      {data?.incrementality && <BroughtByContacting incrementality={data.incrementality} />}
      {data?.uplift && <MovedMost uplift={data.uplift} pipeline={pipeline} />}
      {data?.decision && (
        <NextContacts
          key={data.decision.people}
          id={pipeline.id}
          usual={data.decision}
          hasUplift={data.uplift?.segments !== undefined}
        />
      )}
      {data && pipeline.holdout && <Campaigns data={data} pipeline={pipeline} holdout={pipeline.holdout} />}
    </Panel>
  );
};

/** As many as most campaigns can spare, and enough to see an effect in a list of thousands. */
export const usualShare = 0.1;

const KeepBack = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const change = useChange("scopes", pipeline.id);
  return (
    <>
      <Button isBusy={change.isPending} onClick={() => change.mutate({ holdout: { share: usualShare } })}>
        Keep back {formatPercent(usualShare)}
      </Button>
      <ErrorNotice problem={change.error} />
    </>
  );
};

const Groups = ({ data }: { data: ScopeHoldout }) => {
  const { share, contact_count: contact, held_out_count: held, detectable } = data;
  const smallest = detectableSentence(
    detectable
      ? { ...detectable, contact: detectable.contact_count, held_out: detectable.held_out_count }
      : null,
    reader,
  );
  if (share === undefined || contact === undefined || held === undefined)
    return (
      <>
        <p>
          Everyone gets contacted. Keep back {formatPercent(usualShare)}, drawn at random, to prove what a
          campaign brings: they are not contacted, and the others are compared with them.
        </p>
        <p>{smallest}</p>
      </>
    );
  return (
    <p>
      <strong>{shareSentence({ share, contact, held_out: held }, reader)}</strong> Leave them out when you
      contact people: lists do so by themselves. {smallest}
    </p>
  );
};

const Campaigns = ({
  data,
  pipeline,
  holdout,
}: {
  data: ScopeHoldout;
  pipeline: Records["scopes"];
  holdout: NonNullable<Records["scopes"]["holdout"]>;
}) => {
  const { data: outcome } = useRecord("outcomes", data.outcome_id);
  const [isAdding, setAdding] = useState(false);
  const { campaigns = [] } = holdout;
  return (
    <>
      {campaigns.length === 0 && (
        <p>
          No campaigns yet. Say when you contacted people, and their effect is measured once the horizon is
          over.
        </p>
      )}
      {listedCampaigns(campaigns, data.campaigns).map(({ campaign, index, result }) => (
        <ListedCampaign
          key={index}
          pipelineId={pipeline.id}
          campaign={campaign}
          result={result}
          others={(changed) => campaigns.flatMap((each, i) => (i === index ? changed : [each]))}
          goal={outcome?.attainment_cohort_name}
        />
      ))}
      {isAdding ? (
        <CampaignForm
          pipelineId={pipeline.id}
          withCampaign={(added) => [...campaigns, added]}
          onDone={() => setAdding(false)}
        />
      ) : (
        <Allowed>
          <div>
            <Button onClick={() => setAdding(true)}>Add a campaign</Button>
          </div>
        </Allowed>
      )}
    </>
  );
};

const titleOf = ({ name, contacted_at }: Campaign): string =>
  name ? `${name}, ${formatDay(contacted_at)}` : `Contacted ${formatDay(contacted_at)}`;

interface ListedCampaignProps {
  pipelineId: string;
  campaign: Campaign;
  result: CampaignResult | undefined;
  /** All campaigns of the hold-out, with these in the place of this one. */
  others: (changed: Campaign[]) => Campaign[];
  goal: string | undefined;
}

const ListedCampaign = ({ pipelineId, campaign, result, others, goal }: ListedCampaignProps) => {
  const [doing, setDoing] = useState<"editing" | "removing">();
  const change = useChange("scopes", pipelineId);
  const done = () => setDoing(undefined);
  const title = titleOf(campaign);
  return (
    <section className={styles.campaign}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <Allowed>
          <Button look="quiet" onClick={() => setDoing("editing")}>
            Edit<span className="visually-hidden"> {title}</span>
          </Button>
          <Button look="quiet" onClick={() => setDoing("removing")}>
            Remove<span className="visually-hidden"> {title}</span>
          </Button>
        </Allowed>
      </div>
      {doing === "editing" ? (
        <CampaignForm
          pipelineId={pipelineId}
          campaign={campaign}
          withCampaign={(changed) => others([changed])}
          onDone={done}
        />
      ) : (
        <Result campaign={result} goal={goal} />
      )}
      {doing === "removing" && (
        <Confirm
          title={`Remove “${title}”?`}
          action="Remove campaign"
          isDangerous
          isBusy={change.isPending}
          problem={change.error}
          onCancel={done}
          onConfirm={() => change.mutate({ holdout: { campaigns: others([]) } }, { onSuccess: done })}
        >
          <p>
            Its result goes too. The groups from before it are kept for a horizon at most, so a campaign of
            long ago cannot be measured again.
          </p>
        </Confirm>
      )}
    </section>
  );
};

const Result = ({ campaign, goal }: { campaign: CampaignResult | undefined; goal: string | undefined }) => {
  if (!campaign) return <p>The next build says when it can be measured.</p>;
  const { contact, held_out: held, conversions, profit, preliminary_until: settledFrom } = campaign;
  const incremental = (conversions?.adjusted ?? conversions?.plain)?.total;
  return (
    <>
      {contact && held ? (
        <>
          <p>
            <strong>{campaignSentence({ contact, held_out: held, incremental, goal }, reader)}</strong>{" "}
            {profit && profitSentence(profit, reader)}{" "}
            {settledFrom && preliminarySentence(settledFrom, reader)}
          </p>
          <Effects campaign={campaign} />
          <DecileFigure campaign={campaign} />
        </>
      ) : (
        <p>{campaign.headline}</p>
      )}
    </>
  );
};

interface EffectRow {
  name: string;
  value: number;
  low: number;
  high: number;
}

/** The same effect, seen in different ways; the first is the main one. */
const rowsOf = ({ conversions, amount }: CampaignResult): { people: EffectRow[]; amounts: EffectRow[] } => {
  const named = (name: string, effect: { total: Omit<EffectRow, "name"> } | undefined) =>
    effect ? [{ name, ...effect.total }] : [];
  const all = (effects: CampaignResult["amount"]) => [
    ...named("Adjusted by the score", effects?.adjusted),
    ...named("The two groups alone", effects?.plain),
    ...named("Of those really contacted", effects?.treated),
  ];
  return { people: all(conversions), amounts: all(amount) };
};

const Effects = ({ campaign }: { campaign: CampaignResult }) => {
  const { people, amounts } = rowsOf(campaign);
  const { contact, held_out: held } = campaign;
  const leftOut = (contact?.left_out_count ?? 0) + (held?.left_out_count ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={styles.wide} aria-label="Effect of the campaign" tabIndex={0}>
      <table className={styles.effects}>
        <caption className="visually-hidden">Effect of the campaign</caption>
        <thead>
          <tr>
            <th scope="col">Effect</th>
            <th scope="col">Conversions</th>
            {amounts.length > 0 && <th scope="col">Amount</th>}
          </tr>
        </thead>
        <tbody>
          {people.map((row) => {
            const amount = amounts.find(({ name }) => name === row.name);
            return (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{reader.withRange(row.value, row, formatCount)}</td>
                {amounts.length > 0 && (
                  <td>{amount ? reader.withRange(amount.value, amount, formatCount) : ""}</td>
                )}
              </tr>
            );
          })}
        </tbody>
        {leftOut > 0 && (
          <tfoot>
            <tr>
              <td colSpan={3}>
                Left out: {formatCount(leftOut)} who no longer exist, or turned out to be one person.
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
};

const DecileFigure = ({ campaign }: { campaign: CampaignResult }) => {
  const rows = (campaign.deciles ?? []).flatMap(({ per_person: effect, ...decile }) =>
    effect ? [{ ...decile, effect }] : [],
  );
  const [first] = rows;
  if (!first || rows.length < 2) return null;
  const points = (value: number) => reader.points(value);
  return (
    <IntervalFigure
      title="Effect by decile"
      about="Difference of the rates in percentage points. Decile 1 holds the people with the highest probabilities before the campaign."
      summary={`${reader.withInterval(first.effect.value, first.effect, points)} in decile ${first.decile}.`}
      isAcross
      rows={rows}
      label={{ header: "Decile", of: ({ decile }) => String(decile) }}
      interval={({ effect }) => effect}
      value="Effect, in points"
      show={points}
      showOnAxis={reader.signedPoints}
      columns={[
        { header: "To contact", value: ({ contact }) => contact.people },
        {
          header: "Rate",
          value: ({ contact }) => contact.attained / Math.max(1, contact.people),
          text: ({ contact }) => (contact.people > 0 ? formatPercent(contact.attained / contact.people) : ""),
        },
        { header: "Held out", value: ({ held_out: held }) => held.people },
        {
          header: "Rate held out",
          value: ({ held_out: held }) => held.attained / Math.max(1, held.people),
          text: ({ held_out: held }) => (held.people > 0 ? formatPercent(held.attained / held.people) : ""),
        },
      ]}
      fileName="effect-by-decile"
      height={240}
    />
  );
};
