// Person in an answer, on the way out: what the data do not say is undefined.

import type { TopPerson } from "../../domain/campaign/list.js";
import type { JsonObject } from "../../domain/resource/json.js";

export const renderPersonShown = ({
  id,
  name,
  email,
  customerId,
}: Pick<TopPerson, "id" | "name" | "email" | "customerId">): JsonObject => ({
  person_id: id,
  name: name ?? undefined,
  email: email ?? undefined,
  customer_id: customerId ?? undefined,
});
