// E-mail messages: which resource is ready and what its build found, or why it failed and what to do.

import type { DatasetConfig } from "../domain/data/dataset.js";
import type { ResultOf } from "../domain/kinds/kinds.js";
import { judgedVerdict } from "../domain/outcome/judgement.js";
import type { PrivacyFindings, PrivacyMode } from "../domain/people/privacy.js";
import type { ResourceStatus, ResourceType } from "../domain/resource/resource.js";
import { datasetWarnings, mappingWarnings, unusualInBrief } from "../words/dataset-warnings.js";
import { english } from "../words/format.js";
import { horizonPhrase } from "../words/horizons.js";
import { metricLabel, resourceLabels } from "../words/labels.js";
import { counted, people } from "../words/plural.js";
import { matchesInWords, privacyWarnings } from "../words/privacy-list.js";
import { verdictText } from "../words/verdict.js";

/** A resource with its new result, or with the reason why it has none. */
export interface News {
  type: ResourceType;
  id: string;
  name: string;
  /** `error`, or the status it was built to. */
  status: ResourceStatus;
  statusError: string | null;
  result: unknown;
  /** Absent where the message does not depend on it. */
  config?: unknown;
  /** For a privacy list that a build of people has applied: whom it takes out. */
  privacy?: PrivacyFindings;
}

export const messageFor = (news: News): { subject: string; body: string } =>
  news.privacy
    ? privacyMessage(news, news.privacy)
    : news.status === "error"
      ? failureMessage(news)
      : readyMessage(news);

const privacyMessage = ({ id, name }: News, found: PrivacyFindings) => ({
  subject: `Your privacy list “${name}” is applied`,
  body: paragraphs(
    `Your privacy list “${name}” is applied: ${matchesInWords(found)} ${effects[found.mode]}`,
    ...privacyWarnings(found).map((text) => `Warning: ${text}`),
    `Rows and receipt: GET /v1/datasets/${id}/analysis/privacy`,
  ),
});

const effects: Record<PrivacyMode, string> = {
  suppress: "These people are left out of all results, which are being built again.",
  delete: "Their rows in other datasets are dropped, and all results are being built again without them.",
};

const readyMessage = (news: News) => {
  const ready = `${titleOf(news)} is ready`;
  const unusual = unusualOf(news);
  const subject = unusual === "" ? ready : `${titleOf(news)}: ${unusual}`;
  return { subject, body: paragraphs(`${ready}: ${found(news)}`, nextStep(news), details(news)) };
};

const failureMessage = (news: News) => {
  const subject = `${titleOf(news)} needs attention`;
  return {
    subject,
    body: paragraphs(
      `The build of ${resourceLabels[news.type].one} “${news.name}” failed.`,
      news.statusError ?? "",
      "It builds again automatically when its configuration or its data change.",
      details(news),
    ),
  };
};

/** The unusual count of the newest file of a dataset, in brief; empty for a usual one. */
export const unusualOf = ({ type, result }: Pick<News, "type" | "result">): string =>
  type === "datasets" && result !== null ? unusualInBrief(result as ResultOf<"datasets">) : "";

const titleOf = ({ type, name }: News): string =>
  type === "targets" ? `Your list “${name}”` : `${resourceLabels[type].label} “${name}”`;

const details = ({ type, id }: News): string => `Details: GET /v1/${type}/${id}`;
const paragraphs = (...texts: string[]): string => `${texts.filter((text) => text !== "").join("\n\n")}\n`;

const { count, percent, range } = english;

/** Finding of the build, in one sentence after the title. */
const found = ({ type, result, config }: News): string => {
  switch (type) {
    case "connections":
      return `${counted((result as ResultOf<"connections">).tables.length, "table")} can be read.`;
    case "datasets": {
      const { funnel, rejected_count, identities } = result as ResultOf<"datasets">;
      const rows = `${counted(funnel.total, "row")} with ${counted(identities, "distinct identity")}; ${count(rejected_count)} rejected.`;
      const mapping = config ? mappingWarnings(config as DatasetConfig) : [];
      const warnings = [...mapping, ...datasetWarnings(result as ResultOf<"datasets">, { examples: false })];
      return [rows, ...warnings.map((text) => `Warning: ${text}`)].join("\n\n");
    }
    case "traits":
      return "its values can be used.";
    case "people":
      return `${people((result as ResultOf<"people">).people_count)}.`;
    case "streams": {
      const { event_count, people_count } = result as ResultOf<"streams">;
      return `${counted(event_count, "event")} of ${people(people_count)}.`;
    }
    case "places":
      return `${people((result as ResultOf<"places">).located_count)} with a known distance.`;
    case "atlases": {
      const { counts, located_count } = result as ResultOf<"atlases">;
      return `${counted(counts.locatable, "location")}, and ${people(located_count)} with a known distance.`;
    }
    case "cohorts":
      return `${people((result as ResultOf<"cohorts">).population_count)}.`;
    case "outcomes": {
      const outcome = result as ResultOf<"outcomes">;
      const { roc_auc, performance, intervals, verdict } = outcome;
      const { base_rate, people: tested } = performance.model;
      const { label, show } = metricLabel("auc");
      const auc = english.withInterval(roc_auc, intervals?.model?.auc, show);
      return (
        `${label} ${auc}. In the test, ${percent(base_rate)} of ${people(tested)} reached the goal ` +
        `${horizonPhrase(outcome)}.\n\n${verdict ? verdictText(judgedVerdict(outcome)) : ""}`
      ).trim();
    }
    case "persona_sets": {
      const { personas, population_count } = result as ResultOf<"persona_sets">;
      return `${people(population_count)} in ${counted(personas.length, "persona")}: ${personas.map(({ name }) => name).join("; ")}.`;
    }
    case "recommenders": {
      const { people_count, item_count, verdict } = result as ResultOf<"recommenders">;
      return `recommendations for ${people(people_count)} from ${counted(item_count, "item")}.\n\n${verdictText(verdict)}`;
    }
    case "holdouts": {
      const { contact, held_out } = result as ResultOf<"holdouts">;
      return `${people(held_out)} held out of ${count(contact + held_out)}.`;
    }
    case "scopes": {
      const { population_count, outcomes } = result as ResultOf<"scopes">;
      return [`${people(population_count)}.`, ...expectedTotals(Object.values(outcomes ?? {}))].join(" ");
    }
    case "targets":
      return `${counted((result as ResultOf<"targets">).rows, "row")}.`;
    case "triggers":
      return `it watches ${people((result as ResultOf<"triggers">).watched_count)}.`;
    case "replays":
      return `${counted((result as ResultOf<"replays">).dates.length, "date")}.`;
  }
};

/**
 * "463 expected to reach the goal (205 to 721)." None for several predictions, because the result has only
 * their IDs, and none without dates: then there is no interval, and the probabilities add up to no forecast.
 */
const expectedTotals = (outcomes: ResultOf<"scopes">["outcomes"][string][]): string[] => {
  const [only] = outcomes;
  if (!only?.expected_interval || outcomes.length > 1) return [];
  return [`${count(only.expected)} expected to reach the goal (${range(only.expected_interval, count)}).`];
};

const nextStep = ({ type, id }: News): string => {
  if (type === "scopes")
    return `To deliver full lists, enable it: PATCH /v1/scopes/${id} {"preview": false}. Until then its deployments hold a preview.`;
  return type === "targets" ? `Download: GET /v1/targets/${id}/download.csv` : "";
};
