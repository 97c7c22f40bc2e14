// Knowledge base in requests and answers.

import { Type } from "@sinclair/typebox";
import { overviewText, useCaseText } from "../../domain/account/knowledgebase.js";
import { resourceTypes } from "../../domain/resource/resource.js";
import { closed, described, exampleId, instant, oneOf, optional } from "../../domain/resource/schema.js";
import { idParams } from "./common.js";

const revisionId = Type.String({ description: "ID of the revision.", examples: [exampleId] });
const base = Type.String({
  description: "The revision that the change was made to. It is refused if a newer one was saved since.",
  examples: [exampleId],
});
const written = described("When it was written.", instant);

export const overviewPatch = closed(
  {
    content: overviewText.properties.content,
    revision_id: optional(described(`${base.description} Absent: nothing was written before.`, base)),
  },
  "KnowledgebaseOverviewPatch",
);
export const overviewRecord = Type.Object(
  {
    content: Type.String({
      description: "The overview, in Markdown. Empty: nothing was written yet.",
      examples: ["We sell coffee by subscription."],
    }),
    revision_id: optional(revisionId),
    created_at: optional(written),
  },
  { title: "KnowledgebaseOverview" },
);

const { title, preface, guide } = useCaseText.properties;

export const useCasePost = closed({ title, preface: optional(preface), guide }, "UseCasePost");
export const useCasePatch = closed(
  { revision_id: base, title: optional(title), preface: optional(preface), guide },
  "UseCasePatch",
);

const useCaseId = Type.String({ description: "Assigned by the service.", examples: [exampleId] });
const archived = optional(described("When it was archived. Absent: it is in use.", instant));
const summary = {
  id: useCaseId,
  title,
  created_at: described("When it was created.", instant),
  archived_at: archived,
};
const revisionFields = { ...summary, revision_id: revisionId, preface, guide };

export const useCaseRecord = Type.Object(
  {
    ...revisionFields,
    resources: Type.Array(
      Type.Object({
        resource_id: Type.String({ description: "ID of the resource.", examples: [exampleId] }),
        resource_type: oneOf(resourceTypes, "Its type."),
      }),
      { description: "Resources of the account whose IDs or addresses the texts have." },
    ),
  },
  { title: "UseCase" },
);
export const useCaseRevision = Type.Object(revisionFields, { title: "UseCaseRevision" });
export const useCaseSummary = Type.Object(summary, { title: "UseCaseSummary" });
export const revisionSummary = Type.Object(
  { revision_id: revisionId, created_at: written },
  { title: "RevisionSummary" },
);

export const revisionParams = Type.Object({
  revision_id: Type.String({ description: "ID of a revision.", examples: [exampleId] }),
});
export const useCaseRevisionParams = Type.Object({
  ...idParams.properties,
  ...revisionParams.properties,
});
