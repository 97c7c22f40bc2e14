// What an operation is called in generated clients: a verb and the nouns of its path, as `updateScope` or `getScopeTargets`.

/** `GET /scopes/{id}/targets` → `getScopeTargets`; a POST that creates nothing has its verb at the end of its path. */
export const operationId = (method: string, path: string, isCreation: boolean): string => {
  const nouns = nounsOf(path);
  const last = nouns.pop() ?? "";
  if (isCreation) return joined(["create", ...nouns, singularOf(last)]);
  if (method === "POST") return joined([last, ...nouns]);
  return joined([verbs[method] ?? method.toLowerCase(), ...nouns, last]);
};

const verbs: Record<string, string> = { GET: "get", PATCH: "update", DELETE: "delete" };

/** What is followed by an id is one of its kind. */
const nounsOf = (path: string): string[] => {
  const parts = path.split("/").filter(Boolean);
  return parts.flatMap((part, i) => {
    if (part.startsWith("{")) return [];
    const next = parts[i + 1] ?? "";
    return next.startsWith("{") ? [singularOf(part)] : [part];
  });
};

const singularOf = (plural: string): string => plural.replace(/s$/, "");

const joined = (names: readonly string[]): string =>
  names
    .flatMap((name) => name.split(/[^A-Za-z0-9]+/))
    .map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join("");
