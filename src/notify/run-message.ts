// Message about a run: for each prediction its verdict, its figures and links, then what failed and what else
// was built.

import type { ResultOf } from "../domain/kinds/kinds.js";
import { judgedVerdict, judgedWarnings } from "../domain/outcome/judgement.js";
import { horizonAsOf } from "../domain/outcome/label-window.js";
import { type BrokenClaims, type Claim, shownClaim, shownTally, tallyOf } from "../domain/pipeline/claim.js";
import type { ScoredOutcome } from "../domain/pipeline/scope.js";
import { type EpochMs, type ResourceType, resourceTypes } from "../domain/resource/resource.js";
import type { Resource } from "../store/resources.js";
import { claimCountsSentence, claimSentence } from "../words/claims.js";
import { consolePaths } from "../words/console-paths.js";
import { dataAgeSentence } from "../words/data-age.js";
import { datasetWarnings, mappingWarnings } from "../words/dataset-warnings.js";
import { english } from "../words/format.js";
import { type Horizon, horizonPhrase, horizonWords } from "../words/horizons.js";
import { resourceLabels } from "../words/labels.js";
import { capitalized, counted, listed, people } from "../words/plural.js";
import { verdictText, verdictTitle } from "../words/verdict.js";
import { warningText } from "../words/warnings.js";
import { firstSections, type MailPage, type MailSection } from "./mail-page.js";
import { unusualOf } from "./messages.js";

export interface Goal {
  /** Name of its cohort. */
  name: string;
  /** After "are expected to": "buy again". */
  words: string;
}

export interface Run {
  predictions: {
    outcome: Resource<"outcomes">;
    scored: ScoredOutcome | null;
    goal?: Goal | undefined;
    /** Claims that did not come true; null where they can be trusted. */
    broken: BrokenClaims | null;
  }[];
  /** Claims that were judged since the last mail, newest scores first. */
  judged: readonly Claim[];
  failed: Resource[];
  /** Other resources that somebody waits for. */
  others: Resource[];
  /** When the data end; absent without dates. */
  dataThrough?: EpochMs | undefined;
  now: EpochMs;
  /** Null: not configured. */
  publicUrl: string | null;
}

export const runPage = (run: Run): MailPage => ({
  subject: subjectOf(run),
  sections: [
    ...firstSections(
      [
        ...run.failed.map((each) => failedSection(each, run)),
        ...run.predictions.map((each) => predictionSection(each, run)),
        ...run.others.flatMap((each) => warnedSections(each, run)),
      ],
      link("Open the console", run.publicUrl, "/console/", "Open Home in the console."),
    ),
    ...judgedSections(run),
    ...otherSections(run),
  ],
  footer: footerOf(run.publicUrl, "E-mails about builds"),
});

/** Footer that says how to change which mails come. */
export const footerOf = (publicUrl: string | null, choice: string): string[] => [
  `${choice}: choose which you get in Settings › E-mails${publicUrl ? `, ${publicUrl}/console/settings` : ""}.`,
];

const { count, percent, range } = english;

/** A file that is unlike those before comes first: predictions are only as good as it. */
const subjectOf = (run: Run): string => {
  const unusual = run.others
    .map((each) => [each, unusualOf(each)] as const)
    .filter(([, words]) => words !== "");
  const [first] = unusual;
  if (!first) return usualSubject(run);
  const others = run.others.filter((each) => unusual.every(([other]) => other !== each));
  const isAll = run.predictions.length + run.failed.length + others.length === 0;
  return joined(`${titled(first[0])}: ${first[1]}`, isAll ? "" : usualSubject({ ...run, others }));
};

const usualSubject = ({ predictions, failed, others }: Run): string => {
  const [only] = predictions;
  const attention = failed.length > 0 ? `${counted(failed.length, "build")} failed` : "";
  if (only && predictions.length === 1) return joined(`“${only.outcome.name}”: ${briefly(only)}`, attention);
  if (predictions.length > 1)
    return joined(`${counted(predictions.length, "prediction")} are ready`, attention);
  if (failed.length === 1) return `${titled(failed[0]!)} needs attention`;
  if (failed.length > 1) return `${failed.length} builds need attention`;
  return others.length === 1
    ? `${titled(others[0]!)} is ready`
    : `${counted(others.length, "resource")} are ready`;
};

const joined = (...texts: string[]): string => texts.filter((text) => text !== "").join("; ");
const titled = ({ type, name }: Pick<Resource, "type" | "name">): string =>
  `${resourceLabels[type].label} “${name}”`;

/** "463 expected (205 to 721)"; "3,965 people ranked" without dates, because those chances are no forecast. */
const briefly = ({ outcome, scored }: Run["predictions"][number]): string => {
  if (!scored) return "ready";
  if (outcome.result?.mode === "static") return `${people(scored.scored)} ranked`;
  const { expected, expected_interval } = scored;
  return `${count(expected)} expected${expected_interval ? ` (${range(expected_interval, count)})` : ""}`;
};

const mostWarnings = 3;

const predictionSection = (
  { outcome, scored, goal, broken }: Run["predictions"][number],
  { publicUrl, dataThrough, now }: Run,
): MailSection => {
  const result = outcome.result!;
  const aged = {
    data_through: dataThrough,
    ...(dataThrough !== undefined && horizonAsOf(dataThrough / 1000, result)),
  };
  const verdict = judgedVerdict(result, broken);
  const warnings = judgedWarnings(result).slice(0, mostWarnings);
  const page = `/console/predictions/${outcome.id}`;
  const place = `Predictions › ${outcome.name}`;
  return {
    title: outcome.name,
    headline: verdict ? verdictTitle(verdict) : "Ready",
    paragraphs: [
      scored ? expected(scored, { ...result, data_through: dataThrough }, goal) : "",
      result.mode === "static" ? "" : dataAgeSentence(aged, now),
      topTenth(result),
      verdict ? verdictText(verdict) : "",
      ...warnings.map((warning) => `Warning: ${warningText(warning)}`),
    ].filter((text) => text !== ""),
    links: [
      link("See results", publicUrl, page, `Open ${place} in the console.`),
      link("Get the list", publicUrl, `${page}?list=1`, `Open ${place} in the console.`),
    ],
  };
};

export const link = (text: string, publicUrl: string | null, path: string, otherwise: string) => ({
  text,
  url: publicUrl === null ? null : `${publicUrl}${path}`,
  otherwise,
});

/** "197 of 1,794 customers are expected to buy again by 23 January 2027 (60 days) (95 % interval 167 to 226)." */
const expected = (
  { scored, expected, expected_interval: bounds }: ScoredOutcome,
  { mode, ...horizon }: Pick<NonNullable<Resource<"outcomes">["result"]>, "mode"> & Horizon,
  { name, words }: Goal = { name: "the goal cohort", words: "reach the goal" },
): string => {
  if (scored === 0) return "Nobody is scored.";
  if (mode === "static")
    return `${people(scored)} ranked by likeness to those in “${name}”. Learned without dates, so this is no forecast.`;
  const interval = bounds ? ` (95 % interval ${range(bounds, count)})` : "";
  return `${count(expected)} of ${counted(scored, "customer")} are expected to ${words} ${horizonWords(horizon)}${interval}.`;
};

const topTenth = ({
  deciles,
  performance,
  mode,
  ...horizon
}: NonNullable<Resource<"outcomes">["result"]>) => {
  const top = deciles[0];
  if (!top || top.people === 0) return "";
  const { base_rate } = performance.model;
  const did = mode === "static" ? "were in the goal's cohort" : `reached the goal ${horizonPhrase(horizon)}`;
  return (
    `Top 10 %: in the test, ${percent(top.attained / top.people)} of them ${did}, ` +
    `compared with ${percent(base_rate)} of all people.`
  );
};

const failedSection = ({ id, type, name, statusError }: Resource, { publicUrl }: Run): MailSection => ({
  title: `${resourceLabels[type].label} “${name}”`,
  headline: "The build failed",
  paragraphs: [
    statusError ?? "",
    "It builds again automatically when its configuration or its data change.",
  ].filter((text) => text !== ""),
  links: [
    link(
      `Open ${name}`,
      publicUrl,
      `/console/${consolePaths[type]}/${id}`,
      `Open ${resourceLabels[type].title} › ${name} in the console.`,
    ),
  ],
});

/** Sections of datasets, which say what of their files is not used. */
const warnedSections = (resource: Resource, { publicUrl }: Run): MailSection[] => {
  if (resource.type !== "datasets" || !resource.result) return [];
  const { id, name, config, result } = resource as Resource<"datasets"> & { result: ResultOf<"datasets"> };
  const warnings = [...mappingWarnings(config), ...datasetWarnings(result, { examples: false })];
  if (warnings.length === 0) return [];
  const otherwise = `Open Data › ${name} in the console.`;
  return [
    {
      title: titled(resource),
      paragraphs: warnings.slice(0, mostWarnings).map((text) => `Warning: ${text}`),
      links: [link(`Open ${name}`, publicUrl, `/console/datasets/${id}`, otherwise)],
    },
  ];
};

const mostClaims = 3;

const judgedSections = ({ judged, publicUrl }: Run): MailSection[] =>
  judged.length === 0
    ? []
    : [
        {
          title: "Did it come true?",
          headline: claimCountsSentence(shownTally(tallyOf(judged))),
          paragraphs: judged
            .slice(0, mostClaims)
            .map((claim) => `${claim.outcome_name}: ${claimSentence(shownClaim(claim))}`),
          links: [link("See all claims", publicUrl, "/console/claims", "Open Claims in the console.")],
        },
      ];

const otherSections = ({ predictions, failed, others }: Run): MailSection[] =>
  others.length === 0
    ? []
    : [
        {
          title: predictions.length + failed.length > 0 ? "Also built" : "Built",
          paragraphs: [`${capitalized(listed(byType(others)))}.`],
          links: [],
        },
      ];

/** "dataset “Orders”, 3 cohorts" */
const byType = (resources: readonly Resource[]): string[] =>
  resourceTypes.flatMap((type: ResourceType) => {
    const [only, ...more] = resources.filter((resource) => resource.type === type);
    if (!only) return [];
    return more.length === 0
      ? [`${resourceLabels[type].one} “${only.name}”`]
      : [`${1 + more.length} ${resourceLabels[type].title.toLowerCase()}`];
  });
