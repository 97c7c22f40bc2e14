// The five calls from an export of orders to the likeliest customers. Each is written to be pasted into a shell; curl repeats those whose
// answer needs a build until there is one.

import type { Html } from "../../delivery/report/html.js";
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

const python = `import os, re, time
import requests

url = os.environ.get("BELLWETHER_URL", "http://127.0.0.1:8080")
client = requests.Session()


def done(method, path, **request):
    """The answer, once what it needs is built."""
    for _ in range(600):
        answer = client.request(method, url + path, **request)
        if answer.ok:
            return answer
        time.sleep(1)
    raise RuntimeError(answer.text)


# Made-up orders, or your own with the columns email, transaction_date and total.
orders = client.get(url + "/docs/${ordersFile}").content

# 1. Sign up. The answer has the key, which is shown once.
account = done("POST", "/v1/accounts", json={"name": "My shop"}).json()
client.headers["authorization"] = f"Bearer {account['api_key']}"

# 2. Upload the orders.
done("POST", "/v1/uploads/orders/orders.csv", data=orders,
     headers={"content-type": "application/octet-stream"})

# 3. Say what the columns mean: who bought, when, and for how much.
done("POST", "/v1/datasets", json={
    "name": "Orders",
    "identity_sets": {"customer": {"email": "email"}},
    "options": {"type": "hosted_csv", "upload_directory": "orders"},
    "output_to_streams": {"orders": {"data_map": {"datetime": "transaction_date"}, "value": "total"}},
})

# 4. Choose a prediction: who buys again. It is refused until the orders are read.
chosen = done("POST", "/v1/suggestions", json={"suggestions": [{"id": "buys_again:orders"}]}).json()

# 5. Get the ten likeliest customers. It is refused until they are scored.
print(done("GET", f"/v1/scopes/{chosen[0]['scope_id']}/list.csv?top=10").content.decode("utf-8-sig"))`;

const typescript = `const url = process.env.BELLWETHER_URL ?? "http://127.0.0.1:8080";
const headers: Record<string, string> = {};

/** The answer, once what it needs is built. */
const done = async (method: string, path: string, body?: string, type = "application/json"): Promise<string> => {
  for (let left = 600; ; left -= 1) {
    const sent = body === undefined ? headers : { ...headers, "content-type": type };
    const answer = await fetch(url + path, { method, headers: sent, body });
    const text = await answer.text();
    if (answer.ok) return text;
    if (left === 0) throw new Error(text);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
};

// Made-up orders, or your own with the columns email, transaction_date and total.
const orders = await done("GET", "/docs/${ordersFile}");

// 1. Sign up. The answer has the key, which is shown once.
const account = JSON.parse(await done("POST", "/v1/accounts", JSON.stringify({ name: "My shop" })));
headers.authorization = \`Bearer \${account.api_key}\`;

// 2. Upload the orders.
await done("POST", "/v1/uploads/orders/orders.csv", orders, "application/octet-stream");

// 3. Say what the columns mean: who bought, when, and for how much.
await done("POST", "/v1/datasets", JSON.stringify({
  name: "Orders",
  identity_sets: { customer: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { orders: { data_map: { datetime: "transaction_date" }, value: "total" } },
}));

// 4. Choose a prediction: who buys again. It is refused until the orders are read.
const suggestions = [{ id: "buys_again:orders" }];
const [chosen] = JSON.parse(await done("POST", "/v1/suggestions", JSON.stringify({ suggestions })));

// 5. Get the ten likeliest customers. It is refused until they are scored.
console.log(await done("GET", \`/v1/scopes/\${chosen.scope_id}/list.csv?top=10\`));`;

export const firstScore = (): Html =>
  sampleTabs("first-score", [
    { language: "curl", title: "curl", code: curl },
    { language: "python", title: "Python", code: python },
    { language: "typescript", title: "TypeScript", code: typescript },
  ]);
