// Request of a trial: an operation as the OpenAPI document has it, and what is sent for it.

type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  place: "path" | "query" | "header";
  isRequired: boolean;
  example: string | undefined;
}

export interface Operation {
  method: string;
  path: string;
  summary: string;
  needsKey: boolean;
  parameters: readonly Parameter[];
  /** Media type and example of the body, if there is one. */
  media?: string;
  body?: string;
}

export interface TrialRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

interface Document {
  paths: Record<string, Record<string, Json>>;
  components: { examples: Record<string, { value: unknown }> };
}

let reading: Promise<Document> | undefined;

/** The document is large, and read when the first operation is tried. */
const readDocument = (): Promise<Document> => {
  reading ??= fetch("/openapi.json").then(
    (answer) => answer.json(),
    (error) => {
      reading = undefined;
      throw error;
    },
  );
  return reading;
};

export const operationAt = async (method: string, path: string): Promise<Operation> =>
  operationIn(await readDocument(), method, path);

export const operationIn = (document: Document, method: string, path: string): Operation => {
  const { summary, parameters, requestBody, security } = document.paths[path]![method.toLowerCase()]!;
  const body = bodyIn(document, requestBody as Json | undefined);
  return {
    method,
    path,
    summary: String(summary),
    needsKey: !Array.isArray(security) || security.length > 0,
    parameters: (parameters as Json[])
      .map(parameterOf)
      .filter(({ place, isRequired }) => place !== "header" || isRequired),
    ...body,
  };
};

const parameterOf = ({ name, in: place, required, example }: Json): Parameter => ({
  name: String(name),
  place: place as Parameter["place"],
  isRequired: required === true,
  example: example === undefined ? undefined : String(example),
});

const bodyIn = (
  { components }: Document,
  requestBody: Json | undefined,
): { media?: string; body?: string } => {
  const [entry] = Object.entries((requestBody?.content ?? {}) as Record<string, Json>);
  if (!entry) return {};
  const [media, { example, examples }] = entry;
  const [name] = Object.keys((examples ?? {}) as Json);
  const value = name === undefined ? example : components.examples[name]?.value;
  return { media, body: typeof value === "string" ? value : JSON.stringify(value ?? {}, null, 2) };
};

/** `values` by the names of parameters; an empty one is not sent. An empty body is not sent either. */
export const requestOf = (
  { method, path, parameters, media }: Operation,
  values: ReadonlyMap<string, string>,
  body: string | undefined,
): TrialRequest => {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, place } of parameters) {
    const value = values.get(name) ?? "";
    if (value === "") continue;
    if (place === "query") query.set(name, value);
    if (place === "header") headers[name] = value;
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ""));
  const isSent = media !== undefined && body !== undefined && body.trim() !== "";
  return {
    url: `/v1${filled}${query.size > 0 ? `?${query}` : ""}`,
    method,
    headers: { ...headers, ...(isSent && { "content-type": media }) },
    ...(isSent && { body }),
  };
};
