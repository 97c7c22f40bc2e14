// Knowledge base on the way out.

import { type OverviewText, type UseCaseText, wordsOf } from "../../domain/account/knowledgebase.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Revision, UseCase } from "../../store/knowledgebase.js";
import type { Resource } from "../../store/resources.js";
import { present } from "../json.js";
import { isoMs } from "./record.js";

export const renderOverview = (revision: Revision<OverviewText> | undefined): JsonObject =>
  revision
    ? { content: revision.text.content, revision_id: revision.id, created_at: isoMs(revision.createdAt) }
    : { content: "" };

export const renderRevisionSummary = ({ id, createdAt }: Omit<Revision<never>, "text">): JsonObject => ({
  revision_id: id,
  created_at: isoMs(createdAt),
});

export const renderUseCaseSummary = (
  { id, createdAt, archivedAt }: UseCase,
  { text }: Revision<UseCaseText>,
): JsonObject =>
  present({ id, title: text.title, created_at: isoMs(createdAt), archived_at: isoMs(archivedAt) });

export const renderUseCaseRevision = (useCase: UseCase, revision: Revision<UseCaseText>): JsonObject =>
  present({
    ...renderUseCaseSummary(useCase, revision),
    revision_id: revision.id,
    preface: revision.text.preface,
    guide: revision.text.guide,
  });

/** With the resources whose IDs are in its texts. */
export const renderUseCase = (
  useCase: UseCase,
  revision: Revision<UseCaseText>,
  resources: readonly Pick<Resource, "id" | "type">[],
): JsonObject => {
  const words = wordsOf(revision.text);
  const named = resources.filter(({ id }) => words.includes(id));
  return {
    ...renderUseCaseRevision(useCase, revision),
    resources: named.map(({ id, type }) => ({ resource_id: id, resource_type: type })),
  };
};
