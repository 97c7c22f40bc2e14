// node dist/examples/shop/main.js --customers 5000 --seed 1 --out ./shop

import { parseArgs } from "node:util";
import { defaultHorizonDays, defaultThrough, generateShop } from "./shop.js";

const help = `Writes the files of a sample shop: transactions.csv, cancellations.csv and truth.csv.

  --customers N   number of customers (default 5000)
  --seed N        the same seed gives the same bytes (default 1)
  --through DATE  last day of the two years of history (default ${defaultThrough})
  --horizon N     days ahead for the probabilities in truth.csv (default ${defaultHorizonDays})
  --out DIR       directory for the files (default ./shop)
`;

const wholeNumber = (option: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${option} must be a whole number, not ${text}`);
  return Number(text);
};

const run = async (): Promise<string> => {
  const { values } = parseArgs({
    options: {
      customers: { type: "string", default: "5000" },
      seed: { type: "string", default: "1" },
      through: { type: "string", default: defaultThrough },
      horizon: { type: "string", default: String(defaultHorizonDays) },
      out: { type: "string", default: "./shop" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return help;
  const customers = wholeNumber("customers", values.customers);
  const shop = await generateShop({
    customers,
    seed: wholeNumber("seed", values.seed),
    through: values.through,
    horizonDays: wholeNumber("horizon", values.horizon),
    out: values.out,
  });
  const files = [shop.transactions, shop.cancellations, shop.truth].join("\n");
  return `${shop.orders} orders by ${customers} customers; ${shop.cancelled} cancelled their membership.\n${files}\n`;
};

try {
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
