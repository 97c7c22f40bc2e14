// From a CSV file of orders to the likeliest customers. A Bellwether service must be running; BELLWETHER_URL
// and BELLWETHER_KEY say where, and for whom.
//
//   node first-score.mjs orders.csv

import { Bellwether, OpenQuestions } from "@bellwether-scores/client";

const bw = new Bellwether();
const onProgress = ({ name, text, share }) =>
  console.error(share === undefined ? `${name}: ${text}` : `${name}: ${text}, ${Math.round(100 * share)} %`);

const dataset = await bw.upload(
  "orders",
  "Orders",
  { path: process.argv[2] ?? "orders.csv" },
  { onProgress },
);
console.table(dataset.columns());

// Some files leave questions that only you can answer. Look at them before you agree with the proposed answers.
try {
  await dataset.create();
} catch (error) {
  if (!(error instanceof OpenQuestions)) throw error;
  console.log(error.message);
  await dataset.create({ answers: "proposed" });
}
await dataset.wait({ onProgress });

const suggestions = await bw.suggestions();
console.table(suggestions, ["id", "question", "people", "horizon_days"]);
const chosen = suggestions.find(({ kind }) => kind === "buys_again");
if (!chosen) throw new Error("The orders cannot say who buys again.");

const prediction = await bw.predict(chosen);
await prediction.wait({ onProgress });
console.log(await prediction.verdict());

let [people, expected] = [0, 0];
for await (const { probability } of prediction.rows()) {
  people += 1;
  expected += probability ?? 0;
}
console.log(`Expected: ${Math.round(expected)} of ${people} people`);
console.table(await prediction.scores({ top: 10 }), ["person_id", "probability", "percentile"]);
