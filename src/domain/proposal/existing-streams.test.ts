import { expect, test } from "vitest";
import { besideExisting } from "./existing-streams.js";
import { previewOf } from "./fixtures.js";
import { proposeDataset } from "./propose.js";

const proposal = proposeDataset(
  previewOf("till", ["customer_id|date|total", "1|2025-01-03|4.50", "2|2025-01-04|5.50"]),
);
const shop = { name: "Online Retail", streams: ["transaction"], rows: 541_909 };

test("events of another kind of file get a stream of their own, and are asked about", () => {
  const { output_to_streams, questions } = besideExisting(
    proposal,
    [{ ...shop, columns: ["InvoiceNo", "CustomerID"] }],
    "till",
  );
  expect(Object.keys(output_to_streams)).toEqual(["transaction_till"]);
  expect(questions).toEqual([
    {
      code: "existing_stream",
      question: "Are these events the same as “transaction” of Online Retail (541,909 rows)?",
      figures: { rows: 541_909 },
      choices: [
        {
          label: "Yes, add them to transaction",
          sets: {
            output_to_streams: {
              transaction_till: null,
              transaction: proposal.output_to_streams.transaction,
            },
          },
        },
        { label: "No, keep them apart as transaction_till", sets: {}, is_proposed: true },
      ],
    },
  ]);
});

test("a file with the same columns is proposed for the same stream", () => {
  const { output_to_streams, questions } = besideExisting(
    proposal,
    [{ ...shop, columns: ["customer_id", "date", "total", "note"] }],
    "till",
  );
  expect(Object.keys(output_to_streams)).toEqual(["transaction"]);
  expect(questions[0]?.choices[0]).toMatchObject({ is_proposed: true });
});

const paid = proposeDataset(
  previewOf("till", [
    "customer_id|date|total|currency",
    "1|2025-01-03|4.50|USD",
    "2|2025-01-04|5.50|USD",
    "3|2025-01-04|5.50|EUR",
  ]),
);

test("values that are added to a stream are in its currency, and the question says what that means for others", () => {
  const alike = { ...shop, columns: ["customer_id", "date", "total", "currency"] };
  const { output_to_streams, questions } = besideExisting(
    paid,
    [{ ...alike, currencies: { transaction: "EUR" } }],
    "till",
  );
  expect(output_to_streams.transaction!.currency).toEqual({ column_name: "currency", is: "EUR" });
  expect(questions.find(({ code }) => code === "existing_stream")!.question).toContain(
    "Its values are in EUR: most of these are in USD, and would count without a value.",
  );
});

test("values without a currency are not proposed for a stream whose values have one", () => {
  const alike = { ...shop, columns: ["customer_id", "date", "total", "currency"] };
  const feeding = [alike, { ...alike, name: "Abroad", currencies: { transaction: "EUR" } }];
  const { output_to_streams, questions } = besideExisting(proposal, feeding, "till");
  expect(Object.keys(output_to_streams)).toEqual(["transaction_till"]);
  const { question, choices } = questions.find(({ code }) => code === "existing_stream")!;
  expect(question).toContain("Its values are in EUR: these name no currency, and would be added to them.");
  expect(choices.map(({ is_proposed }) => is_proposed)).toEqual([undefined, true]);
});

test("answers to other questions are about the stream by its new name", () => {
  const { questions } = besideExisting(paid, [{ ...shop, columns: ["InvoiceNo"] }], "till");
  const { choices } = questions.find(({ code }) => code === "currency")!;
  expect(choices[1]!.sets).toEqual({
    output_to_streams: { transaction_till: { currency: { column_name: "currency", is: "EUR" } } },
  });
});

test("streams that nothing feeds are kept", () => {
  expect(besideExisting(proposal, [{ ...shop, streams: ["refund"], columns: [] }], "till")).toEqual(proposal);
});
