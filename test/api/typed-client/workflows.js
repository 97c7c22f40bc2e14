// Both workflows, as somebody would write them whose editor knows the types that openapi-typescript makes of the document.

/** @typedef {import("openapi-fetch").Client<import("./api.js").paths>} Client */

/**
 * Answer of a request; refusals are thrown. Links that do not work answer browsers with a page.
 * @template T
 * @param {Promise<{ data?: T, error?: { note: string } | string }>} request
 * @returns {Promise<NonNullable<T>>}
 */
const answered = async (request) => {
  const { data, error } = await request;
  if (error) throw new Error(typeof error === "string" ? error : error.note);
  if (data === undefined || data === null) throw new Error("nothing was answered");
  return data;
};

/**
 * Step 1 of both workflows: a file, and how to read it.
 * @param {Client} client
 * @param {string} stream
 * @param {string} csv
 * @param {{
 *   shipping: import("./api.js").components["schemas"]["IdentitySet"],
 *   datetime: string,
 *   value?: string,
 * }} columns
 */
export const register = async (client, stream, csv, { shipping, datetime, value }) => {
  await answered(
    client.POST("/uploads/{directory}/{filename}", {
      params: { path: { directory: stream, filename: "all.csv" } },
      headers: { "content-type": "text/csv" },
      body: csv,
      bodySerializer: (text) => text,
    }),
  );
  const dataset = await answered(
    client.POST("/datasets", {
      body: {
        name: stream,
        identity_sets: { shipping },
        options: { type: "hosted_csv", upload_directory: stream },
        output_to_streams: { [stream]: { data_map: { datetime }, ...(value && { value }) } },
      },
    }),
  );
  return dataset.output_to_streams[stream]?.stream_id;
};

/**
 * Steps 2 to 7: `attainment` is a cohort's definition, `population` another's; returns the id of the target.
 * @param {Client} client
 * @param {{
 *   name: string,
 *   attainment: import("./api.js").components["schemas"]["CohortPost"],
 *   population: import("./api.js").components["schemas"]["CohortPost"],
 * }} asked
 */
export const pipeline = async (client, { name, attainment, population }) => {
  const attained = await answered(client.POST("/cohorts", { body: attainment }));
  const scored = await answered(client.POST("/cohorts", { body: population }));
  const customers = await answered(
    client.POST("/cohorts", { body: { name: "Customers", stream_name: "transaction" } }),
  );
  const outcome = await answered(
    client.POST("/outcomes", {
      body: { name, attainment: attained.id, eligible: customers.id, horizon_days: 90 },
    }),
  );
  const scope = await answered(
    client.POST("/scopes", {
      body: { name, population: { include: [scored.id] }, payload: { outcome_ids: [outcome.id] } },
    }),
  );
  const target = await answered(
    client.POST("/targets", {
      body: {
        name,
        scope_id: scope.id,
        representation: { mode: "identified" },
        options: { type: "hosted_csv" },
      },
    }),
  );
  return { outcome: outcome.id, scope: scope.id, target: target.id };
};

/**
 * Enables a pipeline that is ready.
 * @param {Client} client
 * @param {string} id
 */
export const enable = async (client, id) => {
  const params = { path: { id } };
  const { status } = await answered(client.GET("/scopes/{id}", { params }));
  if (status !== "ready") throw new Error(`the pipeline is ${status}`);
  return answered(client.PATCH("/scopes/{id}", { params, body: { preview: false } }));
};

/**
 * @param {Client} client
 * @param {string} id
 */
export const download = (client, id) =>
  answered(client.GET("/targets/{id}/download.csv", { params: { path: { id } }, parseAs: "text" }));

/**
 * @param {Client} client
 * @param {string} id
 */
export const rocAuc = async (client, id) => {
  const analysis = await answered(client.GET("/outcomes/{id}/analysis", { params: { path: { id } } }));
  return analysis.overall_performance.recognized_individuals.roc_auc;
};
