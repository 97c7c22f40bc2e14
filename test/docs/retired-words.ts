// Words that the project no longer uses, each with the term that replaced it. docs/glossary.md has the terms
// themselves.

/** Words of a name: of a file, a function, a type, a variable, a property. */
export const retiredInNames: Record<string, string> = {
  anew: "full (a build that starts from the beginning), again",
  anybody: "person, anyone",
  asked: "spec, target, request",
  bearers: "holders",
  births: "birth dates",
  came: "observed",
  crew: "thread pool",
  dealt: "permuted, re-ranked",
  door: "parsed address; sign-in",
  doors: "parsed addresses",
  elsewhere: "outside the population",
  everybody: "all people",
  everybodys: "placeholder values",
  foregone: "label diagnostics",
  foretell: "predict, forecast",
  foretells: "predicts",
  foretold: "predicted, forecast",
  giants: "outliers",
  matters: "alerts",
  nought: "zero",
  onwards: "incremental",
  slips: "typos",
  somebody: "person",
  tells: "contains, reports, has",
  told: "contains, reported",
  whereabouts: "destination",
};

/** Phrases of a sentence that a person reads: in strings, comments, pages and documents. */
export const retiredInTexts: Record<string, string> = {
  anew: "again, from the beginning",
  "by the name of": "named",
  everybody: "all people, everyone",
  "foret(ell|ells|old|elling)": "predict, forecast",
  "hangs? on": "depends on",
  "is no more": "no longer exists",
  "is so of": "attribute, trait",
  nought: "zero",
  "of whom it is": "who is eligible",
  "(is|are|be|was|were) told": "reported, known, notified",
  "(bears?|bearing) (it|them|the|that|this|a|an)": "has, holds",
  "tells? (of|about)": "reports, describes",
  whereabouts: "destination, address",
  "who(m)? it (is asked of|tells of)": "who is eligible, audience",
};

/** A header that opens with a question word is a riddle: it should open with the noun that the file defines. */
export const riddle = /^(What|How|Which|Who|Whom|Whose|Whether|Where|Why)\b/;
