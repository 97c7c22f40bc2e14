// The `bellwether score` command: the scores of people as of this moment, with the events that came since the last
// build.

import { english } from "../../words/format.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { printAnswer, printTable } from "../resources/show.js";
import type { Output } from "../terminal.js";

interface Answer {
  data_through: string;
  newer_events: number;
  waiting_records: number;
  people: {
    found: boolean;
    newer_events?: number;
    scores?: {
      outcome_name: string;
      scope_name: string;
      status: string;
      probability?: number;
      explanation?: { sentence: string; direction: string }[];
    }[];
  }[];
}

const reasonsShown = 3;

export const score = command({
  usage: "score PERSON… [--reasons] [--json]",
  text:
    "Scores people as of this moment, with the events that came since the last build. A person is named by e-mail address or customer number, or " +
    "with --ids by id.",
  options: {
    ids: { type: "boolean", text: "The people are named by their ids." },
    reasons: { type: "boolean", text: "With the reasons for each probability." },
    ...connection,
    ...asJson,
  },
  operands: [1, Number.POSITIVE_INFINITY],
  async run({ operands: typed, values }, terminal) {
    const client = connect(values, terminal);
    const people = typed.map((name) => {
      if (values.ids) return { id: name };
      return name.includes("@") ? { email: name } : { customer_id: name };
    });
    const answer = await client.post<Answer>("/people/live_scores", {
      people,
      reasons: values.reasons ?? false,
    });
    if (values.json) printAnswer(terminal.out, answer, true, answer.people.flatMap(scoreRows));
    else printScores(terminal.out, typed, answer);
  },
});

/** Rows of one person, one for each score, with their place on the command line. */
const scoreRows = ({ found, newer_events, scores = [] }: Answer["people"][number], at: number): object[] =>
  found ? scores.map((score) => ({ person: at + 1, newer_events, ...score })) : [{ person: at + 1, found }];

const printScores = (out: Output, typed: readonly string[], answer: Answer): void => {
  const rows = answer.people.flatMap(({ found, newer_events = 0, scores = [] }, i) => {
    const name = typed[i]!;
    if (!found) return [[name, "", "nobody, or several people", "", ""]];
    return scores.map(({ outcome_name, status, probability, explanation = [] }) => [
      name,
      outcome_name,
      probability === undefined ? status : `${(100 * probability).toFixed(1)} %`,
      String(newer_events),
      explanation
        .filter(({ direction }) => direction === "for")
        .slice(0, reasonsShown)
        .map(({ sentence }) => sentence)
        .join("; "),
    ]);
  });
  printTable(out, ["person", "prediction", "probability", "newer events", "reasons"], rows);
  const waiting =
    answer.waiting_records > 0
      ? ` ${english.number(answer.waiting_records)} records wait for the next build.`
      : "";
  out.write(
    `Events before ${answer.data_through}; ${english.number(answer.newer_events)} came since the last build.${waiting}\n`,
  );
};
