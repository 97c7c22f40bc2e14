// Worker that tests kill: it claims and ends jobs, and reports both, until it is stopped. Its arguments are
// the location of the store, as JSON, and the name of the worker whose dead process it replaces.

import { sql } from "kysely";
import { openDb } from "../../src/db/connection.js";
import { createQueue } from "../../src/queue/queue.js";

const [place, name] = process.argv.slice(2);
const db = await openDb(JSON.parse(place!));
const owner = `${name}/${process.pid}`;
const queue = createQueue({ db, owner, leaseMs: 60_000, clock: Date.now });
await queue.requeueMine(`${name}/`);
process.send!("started");

for (;;) {
  const job = await queue.claim("build");
  if (!job) break;
  process.send!("claimed");
  await queue.complete(job, async (trx) => {
    await sql`insert into effect (job_id, done_by) values (${job.id}, ${owner})`.execute(trx);
    process.send!("doing");
  });
  process.send!("done");
}
await db.close();
process.disconnect();
