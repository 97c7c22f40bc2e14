// Code samples of a request, in the languages that the documentation shows. Address and key come from the
// environment, so that a sample can be pasted as it is.

import { pythonSample } from "./python-sample.js";
import type { RequestExample } from "./request-example.js";
import { typescriptSample } from "./typescript-sample.js";

export interface CodeSample {
  /** As browsers remember it. */
  language: "curl" | "python" | "typescript";
  title: string;
  code: string;
}

export const codeSamples = (request: RequestExample): CodeSample[] => [
  { language: "curl", title: "curl", code: curl(request) },
  { language: "python", title: "Python", code: pythonSample(request) },
  { language: "typescript", title: "TypeScript", code: typescriptSample(request) },
];

const pathOf = ({ path, query }: RequestExample): string => {
  const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `/v1${path}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`;
};

/** Streams of notices end when the reader does; curl shows them as they come. */
const curl = (request: RequestExample): string => {
  const { method, headers, needsKey, body } = request;
  const implied = body ? "POST" : "GET";
  const parts = [
    `curl ${method === implied ? "" : `-X ${method} `}"$BELLWETHER_URL${pathOf(request)}"`,
    ...(needsKey ? ['-H "authorization: Bearer $BELLWETHER_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`-H ${quoted(`content-type: ${body.media}`)}`] : []),
    ...(body
      ? [
          "json" in body
            ? `-d ${quoted(JSON.stringify(body.json, null, 2))}`
            : `--data-binary ${quoted(body.text)}`,
        ]
      : []),
  ];
  return parts.join(" \\\n  ");
};

/** In single quotes of a shell, with line breaks as they are. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
