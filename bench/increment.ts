// node dist/bench/increment.js --rows 1000000
//
// Benchmark of a new file: processor time of each build of a full run, from upload to delivered file, and of
// the builds after another file with one percent more events: first one with which no refit is due, and then
// one with which it is. All come from the log of the real service.

import path from "node:path";
import { measureIncrements } from "./orders/increments.js";
import { writeLaterOrders, writeOrderLog } from "./orders/log.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures what one percent more events cost, against the full run before.

  --rows N     about so many events (default 1000000; 20 for each customer)
  --share N    as many events more, in parts of those (default 0.01)
  --days N     the last days of the log, in which they are (default 0.1)
  --ahead N    days after them, over which a third file spreads as many, so that a refit is due (default 7; 0 leaves it out)
`;

const main = () =>
  runProgram({
    help,
    options: {
      rows: { type: "string", default: "1000000" },
      share: { type: "string", default: "0.01" },
      days: { type: "string", default: "0.1" },
      ahead: { type: "string", default: "7" },
    },
    async run(values, { dir, screen }) {
      const file = (name: string) => path.join(dir, `${name}.csv`);
      const ahead = numberOf("ahead", values.ahead);
      const log = { rows: numberOf("rows", values.rows) };
      const later = { share: numberOf("share", values.share), days: numberOf("days", values.days) };
      await writeOrderLog(file("log"), log, dir);
      await writeLaterOrders(file("more"), log, later, dir);
      if (ahead > 0) await writeLaterOrders(file("ahead"), log, { ...later, days: ahead, ahead }, dir);
      await measureIncrements(
        dir,
        { log: file("log"), later: ["more", ...(ahead > 0 ? ["ahead"] : [])].map(file) },
        screen,
      );
    },
  });

await main();
