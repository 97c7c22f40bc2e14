import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { CohortConfig } from "../domain/cohort/cohort.js";
import { createAccount } from "./accounts.js";
import { mailStates, resourceStates } from "./notices.js";
import { listOutbox, markFailed, markSent, queueMail } from "./outbox.js";
import { insertResource, markProgress, markStatus, recordResult } from "./resources.js";

onEveryStore(({ open }) => {
  test("the state of a resource has the time of its progress and the duration of its last build", async () => {
    const { kysely } = await open();
    const { id: accountId } = await createAccount(kysely, { name: "Shop", email: "" }, 1);
    const cohort = { accountId, type: "cohorts" as const, name: "Customers", config: {} as CohortConfig };
    const { id } = await insertResource(kysely, { ...cohort, upstreamIds: [], uniqueName: false }, 1);
    const state = async () => (await resourceStates(kysely, accountId))[0];
    expect(await state()).toMatchObject({ id, type: "cohorts", status: "new", build_ms: null });
    await markStatus(kysely, id, "running", 1_000);
    await markProgress(kysely, [id], 0.5, "choosing members", 1_500);
    expect(await state()).toMatchObject({ progress: 0.5, progress_at: 1_500, status_changed_at: 1_000 });
    const built = { result: { people: 0 } as never, resultDir: "r", resultFiles: [], fingerprint: "f" };
    await recordResult(kysely, id, built, 3_500);
    expect(await state()).toMatchObject({ status: "ready", progress_at: null, build_ms: 2_500 });
  });

  test("mails are in order of creation", async () => {
    const { kysely } = await open();
    const { id: accountId } = await createAccount(kysely, { name: "Shop", email: "" }, 1);
    const { id: other } = await createAccount(kysely, { name: "Other", email: "" }, 1);
    const write = (to: string, subject: string) =>
      queueMail(kysely, { accountId: to, recipient: "a@example.com", subject, body: "" }, 1);
    const [first] = [
      await write(accountId, "one"),
      await write(accountId, "two"),
      await write(other, "three"),
    ];
    await markFailed(kysely, first!, "refused");
    await markSent(kysely, first!, 5);
    expect(await mailStates(kysely, accountId)).toMatchObject([
      { subject: "one", sent_at: 5, error: null },
      { subject: "two", sent_at: null },
    ]);
    expect((await listOutbox(kysely, accountId)).map(({ attempts }) => attempts)).toEqual([0, 2]);
  });
});
