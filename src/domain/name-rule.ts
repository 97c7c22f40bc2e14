// Rule for names that users give to streams, traits, properties and identity sets. Machine names consist of letters and digits, so a name
// needs one; it is shown in one line, so it has no control characters.

import { limits } from "./limits.js";

const most = limits.nameCharacters.is;

export const nameRule = {
  /** Of a regular expression, for schemas. */
  source: `^(?=[^\\x00-\\x1f\\x7f]{1,${most}}$).*[A-Za-z0-9]`,
  words: `Use 1 to ${most} characters in one line, at least one of them a letter from A to Z or a digit.`,
};

const rule = new RegExp(nameRule.source, "u");

export const isName = (text: string): boolean => rule.test(text);
