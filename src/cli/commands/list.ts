// The `bellwether list` command: the likeliest people of a pipeline as a CSV file, to standard output or to a file.

import { writeFile } from "node:fs/promises";
import { csvLocales, listForms, rankings } from "../../domain/campaign/list.js";
import { command } from "../command.js";
import { connect, connection } from "../connect.js";
import { outOption } from "../download.js";
import { createScreen } from "../terminal.js";
import { outcomeOption, pipelineQuery } from "./pipeline-query.js";

export const list = command({
  usage: "list PIPELINE [--form FORM] [--top N] [--out FILE]",
  text: "Writes the likeliest people of a pipeline (scope) as CSV, such as: bellwether list 'Repeat purchase' --form klaviyo --top 500 > file.csv.",
  options: {
    form: { type: "string", value: "FORM", text: `${listForms.join(", ")}; default: spreadsheet.` },
    ...outcomeOption,
    by: { type: "string", value: "RANKING", text: `${rankings.join(", ")}; default: chance.` },
    top: { type: "string", value: "N", text: "At most so many people." },
    "top-percent": {
      type: "string",
      value: "PERCENT",
      text: "At most this share of the people, in percent.",
    },
    "min-chance": { type: "string", value: "CHANCE", text: "People with at least this probability, 0 to 1." },
    "with-attained": { type: "boolean", text: "Also people who reached the goal already, at the end." },
    "with-held-out": { type: "boolean", text: "Also people who are held out of campaigns." },
    "not-contacted-days": {
      type: "string",
      value: "N",
      text: "Only people without a contact in the last N days of the data.",
    },
    "contacts-stream": {
      type: "string",
      value: "STREAM",
      text: "Stream with an event for each contact; default: that of the pipeline's holdout.",
    },
    locale: { type: "string", value: "LOCALE", text: `${csvLocales.join(", ")}; default: en.` },
    out: outOption,
    ...connection,
  },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const client = connect(values, terminal);
    const { outcome, by, form, top, locale } = values;
    const { scope, query } = await pipelineQuery(client, {
      pipeline: typed,
      outcome,
      parameters: {
        by,
        form,
        top,
        locale,
        top_percent: values["top-percent"],
        min_chance: values["min-chance"],
        not_contacted_days: values["not-contacted-days"],
        contacts_stream: values["contacts-stream"],
        with_attained: values["with-attained"] ? "true" : undefined,
        with_held_out: values["with-held-out"] ? "true" : undefined,
      },
    });
    const response = await client.send("GET", `/scopes/${scope.id}/list.csv?${query}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (values.out === undefined) {
      // Spreadsheets need the byte-order mark, which stays in a text that is not decoded as one.
      terminal.out.write(bytes.toString("utf8"));
      return;
    }
    await writeFile(values.out, bytes);
    createScreen(terminal.err).say(`${scope.name}: list written to ${values.out}`);
  },
});
