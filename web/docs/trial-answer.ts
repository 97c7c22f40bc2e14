// Answer of a trial request. Long answers and those that never end, such as notices, are shown from their beginning.

import type { TrialRequest } from "./trial-request.js";

export interface Answered {
  status: number;
  statusText: string;
  type: string;
  text: string;
  /** Whether the answer goes on after `text`. */
  isCut: boolean;
  /** Address of the page about its error. */
  helpUrl: string | undefined;
}

const mostCharacters = 200_000;
const streamMs = 5_000;

/** Throws where the service cannot be reached. */
export const readAnswer = async ({ url, ...request }: TrialRequest): Promise<Answered> => {
  const ending = new AbortController();
  const answer = await fetch(url, { ...request, signal: ending.signal });
  const type = answer.headers.get("content-type") ?? "";
  const timer = type.startsWith("text/event-stream") ? setTimeout(() => ending.abort(), streamMs) : undefined;
  const { text, isCut } = await beginningOf(answer);
  clearTimeout(timer);
  ending.abort();
  const [, help] = /<([^>]+)>; rel="help"/.exec(answer.headers.get("link") ?? "") ?? [];
  const { status, statusText } = answer;
  return { status, statusText, type, text, isCut, helpUrl: help && new URL(help, location.href).pathname };
};

const beginningOf = async ({ body }: Response): Promise<{ text: string; isCut: boolean }> => {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  if (!reader) return { text, isCut: false };
  try {
    while (text.length < mostCharacters) {
      const { done, value } = await reader.read();
      if (done) return { text, isCut: false };
      text += value;
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
  return { text: text.slice(0, mostCharacters), isCut: true };
};

/** JSON with indents, everything else as it is. */
export const formatted = ({ text, type, isCut }: Answered): string => {
  if (text === "") return "(no content)";
  return type.startsWith("application/json") && !isCut ? JSON.stringify(JSON.parse(text), null, 2) : text;
};
