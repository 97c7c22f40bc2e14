// The five calls from an export of orders to the likeliest customers, to be pasted into a shell or a file.
// curl repeats those whose answer needs a build until there is one; the clients wait.

import type { Html } from "../delivery/report/html.js";
import { sampleTabs } from "./reference-pages.js";

/** Name of the made-up orders, beside the pages. */
export const ordersFile = "orders.csv";

const curl = `# The service. Made-up orders, or your own with the columns email, transaction_date and total.
export BELLWETHER_URL=http://127.0.0.1:8080
curl -sf "$BELLWETHER_URL/docs/${ordersFile}" -o ${ordersFile}

# 1. Sign up. The answer has the key, which is shown once.
export BELLWETHER_KEY=$(curl -sf "$BELLWETHER_URL/v1/accounts" \\
  -H 'content-type: application/json' \\
  -d '{"name": "My shop"}' | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')

# 2. Upload the orders.
curl -sf "$BELLWETHER_URL/v1/uploads/orders/orders.csv" \\
  -H "authorization: Bearer $BELLWETHER_KEY" \\
  -H 'content-type: application/octet-stream' \\
  --data-binary @${ordersFile}

# 3. Say what the columns mean: who bought, when, and for how much.
curl -sf "$BELLWETHER_URL/v1/datasets" \\
  -H "authorization: Bearer $BELLWETHER_KEY" \\
  -H 'content-type: application/json' \\
  -d '{
    "name": "Orders",
    "identity_sets": {"customer": {"email": "email"}},
    "options": {"type": "hosted_csv", "upload_directory": "orders"},
    "output_to_streams": {"orders": {"data_map": {"datetime": "transaction_date"}, "value": "total"}}
  }'

# 4. Choose a prediction: who buys again. It is refused, and repeated, until the orders are read.
SCOPE=$(curl -sf --retry 600 --retry-delay 1 --retry-all-errors "$BELLWETHER_URL/v1/suggestions" \\
  -H "authorization: Bearer $BELLWETHER_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"suggestions": [{"id": "buys_again:orders"}]}' | sed 's/.*"scope_id":"\\([^"]*\\)".*/\\1/')

# 5. Get the ten likeliest customers. It is refused, and repeated, until they are scored.
curl -sf --retry 600 --retry-delay 1 --retry-all-errors "$BELLWETHER_URL/v1/scopes/$SCOPE/list.csv?top=10" \\
  -H "authorization: Bearer $BELLWETHER_KEY"`;

const python = `# The client: pip install ./clients/python, in a checkout of Bellwether.
import urllib.request

from bellwether import Bellwether

# The service. Made-up orders, or your own with the columns email, transaction_date and total.
url = "http://127.0.0.1:8080"
orders = urllib.request.urlopen(f"{url}/docs/${ordersFile}").read()

# 1. Sign up. The key is shown once.
bw = Bellwether.sign_up(url, "My shop", "me@example.com")
print("BELLWETHER_KEY:", bw.key)

# 2. Upload the orders.
bw.add_file(orders, "orders", "orders")

# 3. Say what the columns mean: who bought, when, and for how much.
bw.create(
    "datasets",
    name="Orders",
    identity_sets={"customer": {"email": "email"}},
    options={"type": "hosted_csv", "upload_directory": "orders"},
    output_to_streams={"orders": {"data_map": {"datetime": "transaction_date"}, "value": "total"}},
).wait()

# 4. Choose a prediction: who buys again.
prediction = bw.predict("buys_again:orders").wait()

# 5. Get the ten likeliest customers.
for customer in prediction.rows(top=10):
    print(customer)`;

const typescript = `// The client: npm install ./clients/typescript, in a checkout of Bellwether after npm run build.
import { Bellwether } from "@bellwether-scores/client";

// The service. Made-up orders, or your own with the columns email, transaction_date and total.
const url = "http://127.0.0.1:8080";
const orders = await (await fetch(\`\${url}/docs/${ordersFile}\`)).blob();

// 1. Sign up. The key is shown once.
const bw = await Bellwether.signUp(url, { name: "My shop", email: "me@example.com" });
console.log("BELLWETHER_KEY:", bw.key);

// 2. Upload the orders.
await bw.addFile("orders", "orders", orders);

// 3. Say what the columns mean: who bought, when, and for how much.
const dataset = await bw.create("datasets", {
  name: "Orders",
  identity_sets: { customer: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { orders: { data_map: { datetime: "transaction_date" }, value: "total" } },
});
await dataset.wait();

// 4. Choose a prediction: who buys again.
const prediction = await bw.predict("buys_again:orders");
await prediction.wait();

// 5. Get the ten likeliest customers.
for (const { email, probability, percentile } of await prediction.scores({ top: 10 }))
  console.log(email, probability, percentile);`;

export const firstScore = (): Html =>
  sampleTabs("first-score", [
    { language: "curl", title: "curl", code: curl },
    { language: "python", title: "Python", code: python },
    { language: "typescript", title: "TypeScript", code: typescript },
  ]);
