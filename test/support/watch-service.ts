// Watch on the answers of a running service to this process: each must fit the service's OpenAPI document.

import type { OpenApi } from "../../src/docs/openapi.js";
import { type Checker, checkerOf } from "./answers.js";

/** Misfits by origin. */
const watched = new Map<string, string[]>();
const unwatchedFetch = globalThis.fetch;

interface Check {
  document: OpenApi;
  checker: Checker;
}

/** By the text of the document: services of one version have the same. */
const checks = new Map<string, Check>();
/** Origin → its check. */
const checkOf = new Map<string, Check>();

/** Starts to watch. Returns a list to which misfits are added, also after a restart at the same URL. */
export const watchService = async (url: string): Promise<readonly string[]> => {
  const text = await (await unwatchedFetch(`${url}/openapi.json`)).text();
  const check = checks.get(text) ?? newCheck(JSON.parse(text));
  checks.set(text, check);
  checkOf.set(url, check);
  globalThis.fetch = watchingFetch;
  const misfits = watched.get(url) ?? [];
  watched.set(url, misfits);
  return misfits;
};

const newCheck = (document: OpenApi): Check => ({ document, checker: checkerOf(document) });

const watchingFetch: typeof fetch = async (input, init) => {
  const answer = await unwatchedFetch(input, init);
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
  const misfits = watched.get(origin);
  const method = init?.method ?? (input instanceof Request ? input.method : "GET");
  if (!misfits || pathname === "/openapi.json" || describesItself.test(pathname) || method === "HEAD")
    return answer;
  const misfit = await misfitOf(checkOf.get(origin)!, method, pathname, answer);
  if (misfit) misfits.push(misfit);
  return answer;
};

/** Protocols of others have their forms from elsewhere. */
const describesItself = /^(\/v1)?\/(oauth|\.well-known)\//;

const misfitOf = async (
  { document, checker }: Check,
  method: string,
  pathname: string,
  answer: Response,
): Promise<string | null> => {
  const path = templateOf(document, pathname);
  if (path === undefined && answer.status === 404) return null;
  const headers = Object.fromEntries(answer.headers);
  const isJson = headers["content-type"]?.includes("json") ?? false;
  const body = isJson ? await wholeText(answer.clone()) : null;
  return checker({ method, path: path ?? pathname, status: answer.status, headers, body });
};

/** Null if the answer is cut off, for example because its service is killed. */
const wholeText = (answer: Response): Promise<string | null> => answer.text().catch(() => null);

/** `/v1/cohorts/17` → `/cohorts/{id}`; the most literal match. */
export const templateOf = ({ paths }: OpenApi, pathname: string): string | undefined => {
  const segments = segmentsOf(pathname.replace(/^\/v1(?=\/)/, ""));
  const matches = Object.keys(paths).filter((path) => {
    const template = segmentsOf(path);
    return (
      template.length === segments.length &&
      template.every((each, i) => each.startsWith("{") || each === segments[i])
    );
  });
  return matches.sort((a, b) => a.split("{").length - b.split("{").length)[0];
};

const segmentsOf = (path: string): string[] => path.split("/");
