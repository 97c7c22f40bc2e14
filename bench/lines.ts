// node dist/bench/lines.js --orders 600000
//
// Benchmark of a shop's export of order lines, with names and addresses: processor time of each build of a full run,
// and of the builds after further files with one percent more orders each: of customers of whom a few are new; of known
// customers alone; and with older orders that come again, so that the model has to learn from them.

import path from "node:path";
import { orderLines } from "./lines/dataset.js";
import { type LaterFile, writeExport, writeLaterExport } from "./lines/export.js";
import { measureIncrements } from "./orders/increments.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures what one percent more order lines cost, against the full run before.

  --orders N   orders of the first file, of 2.3 lines (default 600000; six for each customer)
  --share N    as many orders more, in parts of those (default 0.01)
  --again N    orders of the first file that come again, in parts of the new ones (default 0.02)
`;

await runProgram({
  help,
  options: {
    orders: { type: "string", default: "600000" },
    share: { type: "string", default: "0.01" },
    again: { type: "string", default: "0.02" },
  },
  async run(values, { dir, screen }) {
    const file = (name: string) => path.join(dir, `${name}.csv`);
    const shop = { orders: numberOf("orders", values.orders) };
    const [share, again] = [numberOf("share", values.share), numberOf("again", values.again)];
    await writeExport(file("log"), shop, dir);
    const files: Record<string, Omit<LaterFile, "share">> = {
      "some-new-customers": { newCustomers: 0.1, again, days: 3 },
      "known-customers": { newCustomers: 0, again, days: 3 },
      "older-orders-again": { newCustomers: 0, again, days: 90 },
    };
    for (const [place, [name, later]] of Object.entries(files).entries())
      await writeLaterExport(file(name), shop, { share, ...later }, place, dir);
    await measureIncrements(
      dir,
      { log: file("log"), later: Object.keys(files).map(file) },
      screen,
      orderLines,
    );
  },
});
