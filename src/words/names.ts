// Names that the console makes of what is typed and of columns, by the rule of proposals.

export { nameOf } from "../domain/resource/name-rule.js";
