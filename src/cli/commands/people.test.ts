import { expect, onTestFinished, test } from "vitest";
import { exitCodeOf, exitCodes } from "../exit.js";
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

const runVerb = async (verb: string, answer: object, args: string[], status = 200) => {
  const server = await serveAnswers(() => ({ status, body: JSON.stringify(answer) }));
  onTestFinished(() => server.close());
  const { terminal, out } = quiet();
  await people.verbs[verb]!.run([...args, "--url", server.url, "--key", "k"], terminal);
  return { paths: server.received.map(({ path }) => path), out: out() };
};

const run = (answer: object, ...args: string[]) => runVerb("why", answer, args);

const kate = {
  id: "23",
  records: [
    { id: "17", fields: { person_first_name: "Kate", email: "kate@example.com" } },
    { id: "23", fields: { person_first_name: "Katherine" } },
  ],
};

test("a person is shown with their records, and a former ID says whom it leads to", async () => {
  const { paths, out } = await runVerb("show", kate, ["17"]);
  expect(paths).toEqual([expect.stringMatching(/\/people\/17$/)]);
  expect(out).toMatchInlineSnapshot(`
    "17 leads to person 23.

    record  first name  e-mail
        17  Kate        kate@example.com
        23  Katherine
    "
  `);
  expect((await runVerb("show", kate, ["23"])).out).not.toContain("leads to");
});

test.each([
  ["show", "17"],
  ["why", "17", "23"],
])("people %s says in one sentence that somebody is gone", async (verb, ...ids) => {
  const note =
    "Person 17 is gone since 2026-11-03: no record in your files is theirs any more. Drop the ID, nobody else gets it.";
  const gone = runVerb(verb, { error: "GONE", note, gone_on: "2026-11-03" }, ids, 410);
  await expect(gone).rejects.toThrow(new Error(note));
  await expect(gone.catch(exitCodeOf)).resolves.toBe(exitCodes.refused);
});

test.each([
  ["ready", ""],
  ["running", "as of the build before. `bellwether wait --all` waits for the new one."],
  ["error", "The newest build of people failed"],
])("the crosswalk of people that are %s says as of which build it is", async (status, said) => {
  const server = await serveAnswers(({ path }) =>
    path.endsWith("/analysis") ? { body: JSON.stringify({ status }) } : { body: "person_id\n17\n" },
  );
  onTestFinished(() => server.close());
  const { terminal, out, err } = quiet();
  await people.verbs.export!.run(["--url", server.url, "--key", "k"], terminal);
  expect(out()).toBe("person_id\n17\n");
  expect(err()).toContain(said);
  if (said === "") expect(err()).toBe("");
});

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

test("a person's archive is printed line by line, and their deletion says where the receipt is", async () => {
  const archived = await runVerb("archive", { kind: "person" }, ["17"]);
  expect(archived.paths).toEqual([expect.stringMatching(/\/people\/17\/archive\.jsonl$/)]);
  expect(archived.out).toBe('{"kind":"person"}');
  const made = { dataset_id: "d1", file: "2026-01-31-17.csv", contact_count: 2, record_count: 3 };
  const { paths, out } = await runVerb("delete", made, ["17", "--yes"], 202);
  expect(paths).toEqual([expect.stringMatching(/\/people\/17\/deletion$/)]);
  expect(out).toBe(
    "person 17 (3 records) is on the list d1, in 2026-01-31-17.csv.\nThe receipt: bellwether api GET /datasets/d1/analysis/privacy\n",
  );
});
