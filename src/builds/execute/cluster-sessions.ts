// Cluster sessions of steps. The service chooses the session of each step and ends it when the step fails, is
// superseded, or its process is killed: the cluster would go on with its queries.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterOptions } from "../../warehouse/cluster/cluster.js";
import { endClusterSession } from "../../warehouse/cluster/probe.js";
import type { StepOutput } from "./step.js";
import type { StepProcessOptions } from "./step-process.js";

type RunStep = (options: StepProcessOptions) => Promise<StepOutput>;

/**
 * Gives each step a session of its own. What its queries write is beside its directory, and worthless once
 * its attempt is over.
 */
export const withClusterSession =
  (runStep: RunStep, cluster: Pick<ClusterOptions, "url" | "fromEvents">): RunStep =>
  async (options) => {
    const session = randomUUID();
    const { request } = options;
    const exchangeDir = path.join(path.dirname(request.dir), "exchange");
    try {
      return await runStep({
        ...options,
        request: { ...request, cluster: { ...cluster, session, exchangeDir } },
      });
    } catch (error) {
      await Promise.race([endClusterSession(cluster.url, session).catch(() => {}), sleep(patienceMs)]);
      throw error;
    }
  };

/** A cluster that does not answer ends the session by itself, after some minutes. */
const patienceMs = 3_000;
