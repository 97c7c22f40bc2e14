// A request in TypeScript: the client's method for it where there is one, and else its call by path.

import { nameOf } from "./python-sample.js";
import type { RequestExample } from "./request-example.js";

export const typescriptSample = (request: RequestExample): string => {
  const { method, template, path, body } = request;
  if (method === "OPTIONS")
    return `const answer = await fetch(\`\${process.env.BELLWETHER_URL}/v1${path}\`, { method: "OPTIONS" });
console.log(answer.headers);`;
  const imported = 'import { Bellwether } from "@bellwether-scores/client";\n\n';
  if (method === "POST" && template === "/accounts" && body && "json" in body)
    return `${imported}const bw = await Bellwether.signUp(process.env.BELLWETHER_URL!, ${literal(body.json)});
console.log(bw.key); // it is shown once`;
  return `${imported}const bw = new Bellwether();\n${callOf(request)}`;
};

const callOf = (request: RequestExample): string => {
  const { method, template, values, kind, query, body, answer } = request;
  const at = `${method} ${template}`;
  const json = body && "json" in body ? body.json : undefined;
  const named = literal(Object.fromEntries(query));
  const id = JSON.stringify(values.id);
  if (method === "POST" && kind !== undefined && json !== undefined)
    return `const made = await bw.create(${JSON.stringify(kind)}, ${literal(json)});\nconsole.log(made.id, made.status);`;
  if (method === "GET" && kind !== undefined && query.length === 0)
    return `for await (const each of bw.list(${JSON.stringify(kind)})) console.log(each.id, each.name);`;
  if (at === "GET /suggestions")
    return "for (const { id, question } of await bw.suggestions()) console.log(id, question);";
  if (at === "POST /suggestions") {
    const { id: chosen, ...more } = (json as { suggestions: Record<string, unknown>[] }).suggestions[0]!;
    return `const prediction = await bw.predict(${JSON.stringify(chosen)}, ${literal(more)});
await prediction.wait();
console.log(await prediction.verdict());`;
  }
  if (at === "POST /cohorts/preview")
    return `const preview = await bw.previewCohort(${literal(json)});\nconsole.log(preview);`;
  if (at === "POST /uploads/{directory}/{filename}") {
    const text = body && "text" in body ? body.text : "";
    const given = [values.directory, nameOf(values.filename!), text].map((part) => JSON.stringify(part));
    return `const path = await bw.addFile(${given.join(", ")});\nconsole.log(path);`;
  }
  if (at === "GET /scopes/{id}/list.csv")
    return `const prediction = await bw.prediction(${id});
for await (const { person_id, probability } of prediction.rows(${named})) console.log(person_id, probability);`;
  if (at === "GET /targets/{id}/download.csv")
    return `const target = await bw.find("targets", ${id});\nfor await (const row of target.rows()) console.log(row);`;
  const call = `await bw.${method.toLowerCase()}(${requestArguments(request)})`;
  if (answer === undefined) return `${call};`;
  return `const answer = ${call};\n${shown(answer)}`;
};

const shown = (answer: string): string => {
  if (answer === "application/json") return "console.log(answer);";
  if (answer === "text/event-stream")
    return `for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) console.log(text);`;
  return "console.log(await answer.text());";
};

const requestArguments = ({ template, values, query, headers, body }: RequestExample): string => {
  const isOfOwnType = body && !("json" in body) && body.media !== "application/octet-stream";
  const sent = isOfOwnType ? { ...headers, "content-type": body.media } : headers;
  const given = {
    ...(Object.keys(values).length > 0 && { path: values }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(Object.keys(sent).length > 0 && { headers: sent }),
    ...(body && { body: "json" in body ? body.json : body.text }),
  };
  const request = Object.keys(given).length > 0 ? [literal(given)] : [];
  return [JSON.stringify(template), ...request].join(", ");
};

/** JSON as it is written by hand: names without quotes, small objects on one line. */
const literal = (value: unknown, indent = ""): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${keyOf(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const line = parts.join(", ");
  if (line.length < 70 && !line.includes("\n")) return Array.isArray(value) ? `[${line}]` : `{ ${line} }`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
};

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
