// Outcomes on the way in and out. Requests may write the cohorts with or without `_cohort_id`; answers
// contain both spellings.

import { currencyOfStream } from "../../domain/data/stream-mapping.js";
import type { OutcomePreview } from "../../domain/kinds/preview.js";
import { mitigatedStrategy, strategyOf } from "../../domain/outcome/bias.js";
import { judgedVerdict, judgedWarnings } from "../../domain/outcome/judgement.js";
import { calendarOf, usualSeconds, windowDays } from "../../domain/outcome/label-window.js";
import { type OutcomeConfig, type OutcomeResult, outcomeConfig } from "../../domain/outcome/outcome.js";
import { activeFigureOf } from "../../domain/outcome/value.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { named } from "../../domain/resource/schema.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import type { Draft, RenderInput } from "../kind.js";
import type { ReferencedResources } from "../referenced.js";
import { conform } from "../validation.js";
import { dataThrough, isoSeconds, nameOf, oneSpelling, recordOf } from "./record.js";
import { renderVerdict, renderWarning } from "./verdict.js";

/** The link to the report is signed, so that a browser can open it without a key. */
export const renderOutcome = (
  outcome: Resource<"outcomes">,
  { referenced, links }: RenderInput,
): JsonObject => {
  const { config, result, id } = outcome;
  const reportUrl = links.dated(outcome, `/outcomes/${id}/report.html`);
  const cohortName = (id: string | undefined) => nameOf(referenced, "cohorts", id);
  return recordOf(outcome, {
    ...config,
    attainment: config.attainment_cohort_id,
    eligible: config.eligible_cohort_id,
    attainment_cohort_name: cohortName(config.attainment_cohort_id),
    eligible_cohort_name: cohortName(config.eligible_cohort_id),
    attrition_cohort_name: cohortName(config.attrition_cohort_id),
    active_cohort_name: cohortName(config.active_cohort_id),
    roc_auc: result?.roc_auc,
    lift_value: result?.lift_value,
    report_url: result ? reportUrl : undefined,
    verdict: result && renderVerdict(judgedVerdict(result, referenced.brokenClaimsOf(id))),
    warnings: result ? judgedWarnings(result).map(renderWarning) : undefined,
    mode: result?.mode,
    horizon_days: shownHorizon(outcome, referenced),
    horizon_chosen_from_data: result?.horizon_chosen_from_data,
    value_currency: valueCurrency(outcome, referenced),
    data_through: dataThrough(referenced),
  });
};

/** Currency of expected amounts; undefined without any, and where no file names one. Needs all datasets where values are asked for. */
export const valueCurrency = (
  { config }: Resource<"outcomes">,
  referenced: ReferencedResources,
): string | undefined => {
  const stream = referenced.find("cohorts", config.attainment_cohort_id)?.config.stream_name;
  if (!config.value || stream === undefined) return undefined;
  if (activeFigureOf(config.value)?.property) return undefined;
  const datasets = referenced
    .all("datasets")
    .filter(({ config, archivedAt }) => !config.preview && archivedAt === null);
  return currencyOfStream(datasets, stream);
};

/** In days. A static outcome has none. */
export const horizonOf = ({ mode, horizon_days }: OutcomeResult): number | undefined =>
  mode === "static" ? undefined : horizon_days;

/** In days: as its owner set it, or else as the last build chose it; one of the calendar as of the newest event. */
export const shownHorizon = (
  { config, result }: Resource<"outcomes">,
  referenced: ReferencedResources,
): number | undefined => {
  const calendar = calendarOf(config);
  if (calendar === undefined) return config.horizon_days ?? (result ? horizonOf(result) : undefined);
  if (result?.mode === "static") return undefined;
  const through = referenced.all("people")[0]?.result?.data_through;
  return through ? windowDays(through, calendar) : usualSeconds(calendar) / secondsPerDay;
};

export const renderOutcomePreview = (preview: OutcomePreview): JsonObject => {
  const { sentence, eligible, attained, horizonDays, isHorizonChosen, newest, warnings } = preview;
  return {
    sentence,
    eligible_count: eligible,
    attained_count: attained,
    horizon_days: horizonDays,
    ...preview.calendar,
    horizon_chosen_from_data: isHorizonChosen,
    ...(newest && {
      newest_landmark: {
        cutoff: isoSeconds(newest.landmark),
        people: newest.people,
        attained: newest.attained,
      },
    }),
    warnings: warnings.map(renderWarning),
  };
};

export const respellOutcome = (body: JsonObject): JsonObject =>
  oneSpelling(oneSpelling(body, "attainment_cohort_id", "attainment"), "eligible_cohort_id", "eligible");

const draft = named(outcomeConfig);

/**
 * Throws `horizon-given-twice`, `outcome-cohorts-same`, `attrition-cohort-same`, `undecided-without-attrition`,
 * `active-…`, `bias-strategies-differ`, `value-…` and `horizons-…`. The attainment and eligible cohorts may be
 * equal only if the outcome recurs; the attrition cohort differs from both.
 */
export const parseOutcome = (body: JsonObject): Draft<"outcomes"> => {
  const { name, ...config } = conform(draft, body);
  if (config.attainment_cohort_id === config.eligible_cohort_id && !config.recurring)
    throw refuse("outcome-cohorts-same");
  refuseAttrition(config);
  refuseActive(config);
  refuseTwoStrategies(config);
  if (config.value && mitigatedStrategy(config.bias_mitigation)) throw refuse("value-with-mitigation");
  refuseValue(config.value);
  refuseTwoHorizons(config);
  refuseHorizons(config);
  if (config.prediction_mode === "static" && config.predictors?.max_observation_date !== undefined)
    throw refuse("observation-date-when-static");
  return { name, config };
};

const refuseValue = (value: OutcomeConfig["value"]): void => {
  const figure = activeFigureOf(value);
  if (!figure) {
    if (value?.property !== undefined) throw refuse("value-property-summed", { property: value.property });
    return;
  }
  const ofSums = (["measures", "discount_rate"] as const).filter((field) => value?.[field] !== undefined);
  if (ofSums.length > 0)
    throw refuse("value-of-sums", { aggregation: figure.aggregation, fields: ofSums.join(" and ") });
};

const refuseTwoHorizons = ({ horizon_days, horizon_months, horizon_through }: OutcomeConfig): void => {
  const given = Object.entries({ horizon_days, horizon_months, horizon_through }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 1)
    throw refuse("horizon-given-twice", { fields: given.map(([field]) => field).join(" and ") });
};

const refuseHorizons = ({ horizons, ...config }: OutcomeConfig): void => {
  if (!horizons) return;
  if (calendarOf(config)) throw refuse("horizons-with-calendar");
  if (config.prediction_mode === "static") throw refuse("horizons-when-static");
  if (config.undecided === "left_out") throw refuse("horizons-with-undecided");
  if (mitigatedStrategy(config.bias_mitigation)) throw refuse("horizons-with-mitigation");
};

const refuseAttrition = ({ attrition_cohort_id: id, ...config }: OutcomeConfig): void => {
  if (id === undefined) {
    if (config.undecided === "left_out") throw refuse("undecided-without-attrition");
    return;
  }
  if (id === config.attainment_cohort_id) throw refuse("attrition-cohort-same", { other: "attainment" });
  if (id === config.eligible_cohort_id) throw refuse("attrition-cohort-same", { other: "eligible" });
};

const refuseActive = ({ active_cohort_id: id, ...config }: OutcomeConfig): void => {
  if (id === undefined) return;
  if (id === config.attainment_cohort_id) throw refuse("active-cohort-same");
  const others = (["value", "horizons"] as const).filter((field) => config[field] !== undefined);
  if (others.length > 0) throw refuse("active-alone", { fields: others.join(" and ") });
};

const refuseTwoStrategies = ({ bias_mitigation }: OutcomeConfig): void => {
  const [age, gender] = [strategyOf(bias_mitigation, "age"), strategyOf(bias_mitigation, "gender")];
  if (age !== gender && age !== "none" && gender !== "none")
    throw refuse("bias-strategies-differ", { age, gender });
};
