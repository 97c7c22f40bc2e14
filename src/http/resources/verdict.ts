// Verdicts and warnings in the API: a stable code and its figures, with a title and the sentence in plain English.

import type { Verdict, Warning } from "../../domain/outcome/evaluation.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { verdictText, verdictTitle } from "../../words/verdict.js";
import { warningText, warningTitles } from "../../words/warnings.js";
import { present } from "../json.js";

export const renderVerdict = (verdict: Verdict): JsonObject =>
  present({ ...verdict, title: verdictTitle(verdict), text: verdictText(verdict) });

export const renderWarning = (warning: Warning): JsonObject =>
  present({ ...warning, title: warningTitles[warning.kind], note: warningText(warning) });
