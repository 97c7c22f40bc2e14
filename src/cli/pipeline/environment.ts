// References to environment variables in a pipeline file: ${NAME} and ${NAME:-default} in values, so that
// passwords and what differs between services stay out of the file. $${NAME} stands for the text ${NAME}.

import { type Document, isScalar, type Scalar, visit } from "yaml";

export interface UnsetVariable {
  /** Offset of the value in the text of the file. */
  offset: number;
  message: string;
}

const reference = /\$(\$?)\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/**
 * Replaces the references in all values, not in keys. An unquoted value that becomes a number, true or false
 * is one, as in YAML.
 */
export const resolveReferences = (
  document: Document,
  environment: Readonly<Record<string, string | undefined>>,
): UnsetVariable[] => {
  const unset: UnsetVariable[] = [];
  visit(document, {
    Scalar(key, node) {
      if (key === "key" || typeof node.value !== "string" || !node.value.includes("${")) return;
      const text = node.value.replace(reference, (written, isEscaped, name, initial) => {
        if (isEscaped) return written.slice(1);
        const found = environment[name];
        if (initial !== undefined) return found || initial;
        if (found === undefined) unset.push({ offset: node.range?.[0] ?? 0, message: isUnset(name) });
        return found ?? "";
      });
      node.value = isScalar(node) && isPlain(node) ? typed(text) : text;
    },
  });
  return unset;
};

/** A text that is the same after `resolveReferences`. */
export const escapeReferences = (text: string): string => text.replace(reference, (written) => `$${written}`);

const isUnset = (name: string): string =>
  `The environment variable ${name} is not set. Set it, or give a default: \${${name}:-…}.`;

const isPlain = ({ type }: Scalar): boolean => type === "PLAIN";

const typed = (text: string): string | number | boolean => {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
};
