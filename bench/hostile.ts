// node dist/bench/hostile.js --minutes 10 --slots 1,2,4
//
// Benchmark of a siege: an adversary with an account and one without a key make every attack that we know,
// side by side, while another account goes on with its work. Its response times, its first build, the age of
// its file and the server's memory have a bar each.

import { attacks } from "./hostile/attacks.js";
import { reportOf } from "./hostile/figures.js";
import { besiege } from "./hostile/siege.js";
import { numberOf, numbersOf, oneOf, runProgram } from "./program/program.js";

const names = attacks.map(({ name }) => name);

const help = `Measures how much adversaries harm another account, with each number of slots for builds.

  --minutes N    minutes under siege (default 10); the calm before it takes a minute at most
  --slots N,M    numbers of builds that run in parallel (default 1,2,4)
  --only NAMES   some attacks, separated by commas: ${names.join(", ")}
`;

const maxCalmSeconds = 60;

await runProgram({
  help,
  options: {
    minutes: { type: "string", default: "10" },
    slots: { type: "string", default: "1,2,4" },
    only: { type: "string", default: names.join(",") },
  },
  async run(values, place) {
    const seconds = 60 * numberOf("minutes", values.minutes);
    const only = values.only.split(",").map((name) => oneOf("only", name, names));
    for (const slots of numbersOf("slots", values.slots)) {
      const siege = { slots, only, seconds, calmSeconds: Math.min(maxCalmSeconds, seconds) };
      for (const line of reportOf(await besiege(siege, place))) place.screen.say(line);
    }
  },
});
