// Text functions of the engine, for what SQL cannot say: other forms of letters, marks that are vowels in one
// script and accents in another, and spellings of dates. Each call costs microseconds, so SQL calls them for
// the few texts that need them.

import { DuckDBScalarFunction, VARCHAR } from "@duckdb/node-api";
import { scriptForms } from "../domain/people/identity/scripts.js";
import { folded, withLatinCharacters } from "../domain/people/identity/text.js";
import { usualDate } from "./ingest/date-spellings.js";

const functions: Readonly<Record<string, (text: string) => string | null>> = {
  folded_text: folded,
  latin_characters: withLatinCharacters,
  script_forms: scriptForms,
  usual_date: usualDate,
};

/** Each is null for a null. */
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
