// Code samples of a request, in the languages that the documentation shows. Address and key come from the environment, so that a sample
// can be pasted as it is.

import type { RequestExample } from "./request-example.js";

export interface CodeSample {
  /** As browsers remember it. */
  language: "curl" | "python" | "typescript";
  title: string;
  code: string;
}

export const codeSamples = (request: RequestExample): CodeSample[] => [
  { language: "curl", title: "curl", code: curl(request) },
  { language: "python", title: "Python", code: python(request) },
  { language: "typescript", title: "TypeScript", code: typescript(request) },
];

const pathOf = ({ path, query }: RequestExample): string => {
  const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/v1${path}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`;
};

const indented = (value: unknown): string => JSON.stringify(value, null, 2);

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
      ? ["json" in body ? `-d ${quoted(indented(body.json))}` : `--data-binary ${quoted(body.text)}`]
      : []),
  ];
  return parts.join(" \\\n  ");
};

/** In single quotes of a shell, with line breaks as they are. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const python = (request: RequestExample): string => {
  const { method, headers, needsKey, body } = request;
  const sent = [
    ...(needsKey ? [`"authorization": f"Bearer {os.environ['BELLWETHER_KEY']}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body && !("json" in body) ? [`"content-type": ${JSON.stringify(body.media)}`] : []),
  ];
  const given = [
    `os.environ["BELLWETHER_URL"] + ${JSON.stringify(pathOf(request))}`,
    ...(sent.length > 0 ? [`headers={${sent.join(", ")}}`] : []),
    ...(body
      ? ["json" in body ? `json=${pythonLiteral(body.json, "    ")}` : `data=${JSON.stringify(body.text)}`]
      : []),
  ];
  return `import os
import requests

answer = requests.${method.toLowerCase()}(
${given.map((part) => `    ${part},\n`).join("")})
answer.raise_for_status()
print(answer.text)`;
};

/** JSON as Python writes it, with its inner lines indented. Texts of JSON are texts of Python. */
const pythonLiteral = (value: unknown, indent: string): string => {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
};

const typescript = (request: RequestExample): string => {
  const { method, headers, needsKey, body } = request;
  const sent = [
    ...(needsKey ? [`authorization: \`Bearer \${process.env.BELLWETHER_KEY}\``] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body ? [`"content-type": ${JSON.stringify(body.media)}`] : []),
  ];
  const given = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(sent.length > 0 ? [`headers: { ${sent.join(", ")} }`] : []),
    ...(body
      ? [
          "json" in body
            ? `body: JSON.stringify(${indented(body.json).replaceAll("\n", "\n  ")})`
            : `body: ${JSON.stringify(body.text)}`,
        ]
      : []),
  ];
  const options = given.length > 0 ? `, {\n${given.map((part) => `  ${part},\n`).join("")}}` : "";
  return `const answer = await fetch(\`\${process.env.BELLWETHER_URL}${pathOf(request)}\`${options});
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.text());`;
};
