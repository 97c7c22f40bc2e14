// Verdicts and warnings in the API: a stable code and its figures, with the sentence in plain English.

import type { Verdict, Warning } from "../../domain/evaluation.js";
import { verdictText } from "../../words/verdict.js";
import { warningText } from "../../words/warnings.js";
import { type JsonObject, present } from "../json.js";

export const renderVerdict = (verdict: Verdict): JsonObject =>
  present({ ...verdict, text: verdictText(verdict) });

export const renderWarning = (warning: Warning): JsonObject =>
  present({ ...warning, note: warningText(warning) });
