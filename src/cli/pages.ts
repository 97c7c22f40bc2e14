// Whole lists, read page by page, so that no response is large.

import type { Client } from "./client.js";

const pageSize = 500;

/** All items of a list, such as `/cohorts`. */
export const readPages = async <T>(client: Client, path: string): Promise<T[]> => {
  const items: T[] = [];
  for (let next: string | null = `${path}?limit=${pageSize}`; next !== null; ) {
    const response = await client.send("GET", next);
    items.push(...((await response.json()) as T[]));
    next = nextPage(response.headers.get("link"));
  }
  return items;
};

/** `</cohorts?cursor=…>; rel="next"` */
const nextPage = (link: string | null): string | null =>
  /^<([^>]+)>; rel="next"$/.exec(link ?? "")?.[1] ?? null;
