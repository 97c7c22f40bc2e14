// A request in Python: the client's method for it where there is one, and else its call of any path.

import { isObject } from "../domain/resource/json.js";
import type { RequestExample } from "./request-example.js";

export const pythonSample = (request: RequestExample): string => {
  const { method, template, kind, query, body } = request;
  const json = body && "json" in body ? body.json : undefined;
  if (method === "POST" && template === "/accounts" && isObject(json)) {
    const call = `Bellwether.sign_up(${argumentsOf(['os.environ["BELLWETHER_URL"]'], json)})`;
    return `import os\n\nfrom bellwether import Bellwether\n\nbw = ${call}\nprint(bw.key)  # it is shown once`;
  }
  return `from bellwether import Bellwether\n\nbw = Bellwether()\n${callOf(request, kind, query, json)}`;
};

const callOf = (
  request: RequestExample,
  kind: string | undefined,
  query: RequestExample["query"],
  json: unknown,
): string => {
  const { method, template, values, answer } = request;
  const at = `${method} ${template}`;
  const named = Object.fromEntries(query);
  const id = JSON.stringify(values.id);
  if (method === "POST" && kind !== undefined && isObject(json))
    return `made = bw.create(${argumentsOf([JSON.stringify(kind)], json)})\nprint(made.id, made.status)`;
  if (method === "GET" && kind !== undefined && query.length === 0)
    return `for each in bw.list(${JSON.stringify(kind)}):\n    print(each.id, each.name)`;
  if (at === "GET /suggestions")
    return 'for suggestion in bw.suggestions():\n    print(suggestion["id"], suggestion["question"])';
  if (at === "POST /suggestions") {
    const { id: chosen, ...more } = (json as { suggestions: Record<string, unknown>[] }).suggestions[0]!;
    return `prediction = bw.predict(${argumentsOf([JSON.stringify(chosen)], more)})\nprint(prediction.wait().verdict)`;
  }
  if (at === "POST /cohorts/preview")
    return `preview = bw.preview_cohort(${argumentsOf([], json as object)})\nprint(preview)`;
  if (at === "POST /uploads/{directory}/{filename}") {
    const text = request.body && "text" in request.body ? request.body.text : "";
    const place = `${JSON.stringify(values.directory)}, ${JSON.stringify(nameOf(values.filename!))}`;
    return `path = bw.add_file(b${JSON.stringify(text)}, ${place})\nprint(path)`;
  }
  if (at === "GET /scopes/{id}/list.csv")
    return `prediction = bw.prediction(${id})\nfor row in prediction.rows(${argumentsOf([], named)}):\n    print(row)`;
  if (at === "GET /targets/{id}/download.csv")
    return `for row in bw.find("targets", ${id}).rows():\n    print(row)`;
  const call = `bw.request(${requestArguments(request)})`;
  if (answer === "text/event-stream") return `for line in ${call}:\n    print(line, end="")`;
  return answer === undefined ? call : `answer = ${call}\nprint(answer)`;
};

/** Name of a file without its ending, which clients add. */
export const nameOf = (filename: string): string => filename.replace(/\.\w+$/, "");

const requestArguments = ({ method, path, query, headers, body }: RequestExample): string => {
  const sent = body && !("json" in body) ? { "content-type": body.media, ...headers } : headers;
  const given = [
    ...[JSON.stringify(method), JSON.stringify(path)],
    ...(body ? ["json" in body ? literal(body.json, "") : `b${JSON.stringify(body.text)}`] : []),
    ...(query.length > 0 ? [`params=${literal(Object.fromEntries(query), "")}`] : []),
    ...(Object.keys(sent).length > 0 ? [`headers=${literal(sent, "")}`] : []),
  ];
  return given.join(", ");
};

/** Arguments of a call: those by place, and fields by name, on lines of their own where there are several. */
const argumentsOf = (first: readonly string[], fields: object): string => {
  const entries = Object.entries(fields);
  const isShort = entries.length < 2 && !entries.some(([, value]) => typeof value === "object");
  const named = entries.map(([name, value]) => `${name}=${literal(value, isShort ? "" : "    ")}`);
  if (isShort) return [...first, ...named].join(", ");
  return `\n${[...first, ...named].map((part) => `    ${part},\n`).join("")}`;
};

/** JSON as Python writes it, with its inner lines indented. Texts of JSON are texts of Python. */
const literal = (value: unknown, indent: string): string => {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
};
