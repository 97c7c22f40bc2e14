import { expect, onTestFinished, test } from "vitest";
import { quiet, serveAnswers } from "../fixtures.js";
import { people } from "./people.js";

const side = (id: string, first: string) => ({
  person_id: id,
  record: { id, fields: { person_first_name: first, person_last_name: "Brandt" } },
});
const reason = {
  explanation: "Two members of a household rather than one person: first name differs (−7.2).",
  left: side("17", "Kate"),
  right: side("23", "Peter"),
  comparison: {
    prior_bits: -1.5,
    rival_bits: -8.7,
    comparisons: [{ field: "first_name", level: "differs", bits: -7.2 }],
  },
};

const run = async (answer: object, ...args: string[]) => {
  const server = await serveAnswers(() => ({ body: JSON.stringify(answer) }));
  onTestFinished(() => server.close());
  const { terminal, out } = quiet();
  await people.verbs.why!.run([...args, "--url", server.url, "--key", "k"], terminal);
  return { paths: server.received.map(({ path }) => path), out: out() };
};

test("two people are compared in words, field by field, and in bits", async () => {
  const { paths, out } = await run(reason, "17", "23");
  expect(paths).toEqual([expect.stringMatching(/\/people\/why\?left=17&right=23$/)]);
  expect(out).toMatchInlineSnapshot(`
    "Two members of a household rather than one person: first name differs (−7.2).

                left    right
    Person      17      23
    Record      17      23
    First name  Kate    Peter
    Last name   Brandt  Brandt

    comparison         result                     bits
    Before comparison  how common such pairs are  -1.5
    First name         differs                    -7.2
    Total                                         -8.7
    "
  `);
});

test("two people who cannot be compared have a sentence and their fields, and no bits", async () => {
  const { comparison: _, ...words } = reason;
  const { out } = await run(words, "17", "23");
  expect(out).toContain("Peter");
  expect(out).not.toContain("bits");
});

test("--json prints the answer of the service", async () => {
  expect(JSON.parse((await run(reason, "17", "23", "--json")).out)).toEqual(reason);
});
