// Pages of lists. A request with `limit` or `cursor` gets one page, and the address of the next in the header
// Link; without them a list is whole. A cursor names the last item of its page, so that what is created in
// the meantime moves nothing to another page.

import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { closed, optional } from "../domain/resource/schema.js";
import { refuse } from "../errors/refusal.js";

const defaultLimit = 100;

export const pageFields = {
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: `Return a page of at most so many. Absent: the whole list, or ${defaultLimit} with a cursor.`,
      examples: [defaultLimit],
    }),
  ),
  cursor: optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description: "Start of a page: as in the header Link of the page before.",
    }),
  ),
};
export const pageQuery = closed(pageFields);

export interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** Where an item stands in its list, newest first. */
export interface Position {
  id: string;
  /** In milliseconds since 1970; absent in lists without times. */
  at?: number;
  /** Order of items of the same time. */
  sequence?: number;
}

/** The position of a row of the store. */
export const rowPosition = ({ id, created_at }: { id: string; created_at: number }): Position => ({
  id,
  at: created_at,
});

export const isPaged = ({ limit, cursor }: PageQuery): boolean => limit !== undefined || cursor !== undefined;

/** The items of the requested page; sets the header Link if there are more. Throws `page-cursor-invalid`. */
export const pageOf = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  items: readonly T[],
  positionOf: (item: T) => Position,
): readonly T[] => {
  const { limit = defaultLimit, cursor } = request.query as PageQuery;
  if (!isPaged(request.query as PageQuery)) return items;
  const start = cursor === undefined ? 0 : startAfter(cursor, items.map(positionOf));
  const page = items.slice(start, start + limit);
  const last = page.at(-1);
  if (last !== undefined && start + limit < items.length)
    reply.header("link", `<${withCursor(request.originalUrl, written(positionOf(last)))}>; rel="next"`);
  return page;
};

/** The place after the cursor's item or, if that is gone, the first item that is older. */
const startAfter = (cursor: string, positions: readonly Position[]): number => {
  const { id, at, sequence } = read(cursor);
  const place = positions.findIndex((position) => position.id === id);
  if (place >= 0) return place + 1;
  if (at === undefined) throw refuse("page-cursor-invalid");
  const older = positions.findIndex((each) =>
    isOlder(each, { id, at, ...(sequence !== undefined && { sequence }) }),
  );
  return older < 0 ? positions.length : older;
};

const isOlder = (a: Position, b: Position): boolean =>
  a.at === b.at ? (a.sequence ?? 0) < (b.sequence ?? 0) : (a.at ?? 0) < (b.at ?? 0);

const written = ({
  id,
  at = "",
  sequence = "",
}: {
  id: string;
  at?: number | string;
  sequence?: number | string;
}) => Buffer.from(`${at}.${sequence}.${id}`).toString("base64url");

const read = (cursor: string): Position => {
  const [, at, sequence, id] = /^(\d*)\.(\d*)\.(.+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (id === undefined) throw refuse("page-cursor-invalid");
  return { id, ...(at && { at: Number(at) }), ...(sequence && { sequence: Number(sequence) }) };
};

const withCursor = (url: string, cursor: string): string => {
  const [path = "", query = ""] = url.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("cursor", cursor);
  return `${path}?${parameters}`;
};

/** Items of a list from one after `after`, by their numbers from 0. */
export interface PagePart {
  id: string;
  after: number;
  most: number;
}

/**
 * The requested page of several lists after each other, whose items are numbered: at most `limit` items, or those of
 * the greatest page. Sets the header Link if there are more. Throws `page-cursor-invalid`.
 */
export const pageOfNumbered = (
  request: FastifyRequest,
  reply: FastifyReply,
  lists: readonly { id: string; count: number }[],
): PagePart[] => {
  const { limit = pageFields.limit.maximum ?? defaultLimit, cursor } = request.query as PageQuery;
  const last = cursor === undefined ? null : readNumbered(cursor);
  const first = last === null ? 0 : lists.findIndex(({ id }) => id === last.id);
  if (first < 0) throw refuse("page-cursor-invalid");
  const parts: PagePart[] = [];
  let left = limit;
  for (const { id, count } of lists.slice(first)) {
    const after = parts.length === 0 && last?.id === id ? last.number : -1;
    const most = Math.min(left, Math.max(0, count - after - 1));
    if (most > 0) parts.push({ id, after, most });
    left -= most;
    const isMore = left === 0 && (after + most + 1 < count || id !== lists.at(-1)?.id);
    if (!isMore) continue;
    const end = written({ id, sequence: after + most });
    reply.header("link", `<${withCursor(request.originalUrl, end)}>; rel="next"`);
    break;
  }
  return parts;
};

const readNumbered = (cursor: string): { id: string; number: number } => {
  const { id, sequence } = read(cursor);
  if (sequence === undefined) throw refuse("page-cursor-invalid");
  return { id, number: sequence };
};
