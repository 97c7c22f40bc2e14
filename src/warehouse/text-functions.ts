// Text functions of the engine, for what SQL cannot say: other forms of letters, and marks that are vowels in
// one script and accents in another. Each call costs microseconds, so SQL calls them for the few texts that
// need them.

import { DuckDBScalarFunction, VARCHAR } from "@duckdb/node-api";
import { scriptForms } from "../domain/people/identity/scripts.js";
import { folded, withLatinCharacters } from "../domain/people/identity/text.js";

const functions: Readonly<Record<string, (text: string) => string>> = {
  folded_text: folded,
  latin_characters: withLatinCharacters,
  script_forms: scriptForms,
};

/** Null for a null. */
export const textFunctions = (): DuckDBScalarFunction[] =>
  Object.entries(functions).map(([name, spelledBy]) =>
    DuckDBScalarFunction.create({
      name,
      parameterTypes: [VARCHAR],
      returnType: VARCHAR,
      mainFunction: (_, input, output) => {
        const texts = input.getColumnVector(0);
        for (let row = 0; row < input.rowCount; row++) {
          const text = texts.getItem(row) as string | null;
          output.setItem(row, text === null ? null : spelledBy(text));
        }
        output.flush();
      },
    }),
  );
