// The `bellwether claims` command: what the scores of pipelines claimed, and whether it came true.

import type { Claim } from "../../domain/pipeline/claim.js";
import {
  type ChallengeFigures,
  challengePhrase,
  claimMeasureLabels,
  claimNumber,
  claimVerdictLabels,
} from "../../words/claims.js";
import { english } from "../../words/format.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { find } from "../resources/find.js";
import { printAnswer, printTable } from "../resources/show.js";
import { typeAt } from "../resources/types.js";
import type { Output } from "../terminal.js";

export const claims = command({
  usage: "claims [PIPELINE] [--csv] [--json]",
  text:
    "Lists what the scores of pipelines (scopes) claimed, newest first: how many people reach the goal by which day, what they spend and how well they " +
    "are ranked, each with its 95 % interval, what came, and how simpler models did. A deleted pipeline goes by its id.",
  options: {
    csv: { type: "boolean", text: "All claims as CSV." },
    limit: { type: "string", value: "N", text: "At most so many; default: 50. All of them with --csv." },
    ...connection,
    ...asJson,
  },
  operands: [0, 1],
  async run({ operands: [typed], values }, terminal) {
    const client = connect(values, terminal);
    const query = new URLSearchParams();
    if (typed !== undefined) query.set("scope_id", await scopeId(client, typed));
    if (values.csv || values.output === "csv") {
      const response = await client.send("GET", `/claims.csv?${query}`);
      terminal.out.write(await response.text());
      return;
    }
    query.set("limit", values.limit ?? "50");
    const list = await client.get<ClaimList>(`/claims?${query}`);
    if (values.json) printAnswer(terminal.out, list, true);
    else printClaims(terminal.out, list);
  },
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id is taken as it is, because the pipeline may be deleted. */
const scopeId = async (client: Parameters<typeof find>[0], typed: string): Promise<string> =>
  uuid.test(typed) ? typed : (await find(client, typeAt("scopes"), typed)).id;

interface ClaimList {
  summary: { sentence: string };
  claims: (Pick<Claim, "outcome_name" | "scope_name" | "verdict" | "currency"> & {
    cutoff: string;
    judged_from: string;
    measures: {
      measure: keyof typeof claimMeasureLabels;
      expected: number;
      expected_low: number;
      expected_high: number;
      observed?: number;
    }[];
    challengers: ChallengeFigures[];
  })[];
}

const printClaims = (out: Output, { summary, claims }: ClaimList): void => {
  out.write(`${summary.sentence}\n`);
  if (claims.length === 0) return;
  out.write("\n");
  printTable(
    out,
    ["prediction", "scored as of", "judged from", "measure", "expected", "95 % interval", "came", "verdict"],
    claims.flatMap(({ outcome_name, cutoff, judged_from, measures, challengers, verdict, currency }) => [
      ...measures.map(({ measure, expected, expected_low: low, expected_high: high, observed }, i) => {
        const show = (value: number) => claimNumber(value, measure, currency);
        return [
          ...(i === 0 ? [outcome_name, cutoff.slice(0, 10), judged_from.slice(0, 10)] : ["", "", ""]),
          claimMeasureLabels[measure],
          show(expected),
          english.range({ low, high }, show),
          observed === undefined ? "" : show(observed),
          i === 0 ? claimVerdictLabels[verdict] : "",
        ];
      }),
      ...challengers.map((challenger) => [...Array(7).fill(""), challengePhrase(challenger)]),
    ]),
  );
};
