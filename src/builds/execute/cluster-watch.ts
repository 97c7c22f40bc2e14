// Cluster watch: tells operators, by `GET /ready`, when the cluster does not answer or does not see the
// files, before a build needs it.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { Refusal } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";
import { greetCluster, probeCluster } from "../../warehouse/cluster/probe.js";
import { clusterCodes } from "./waits.js";

export interface ClusterWatchOptions {
  url: string;
  /** Where this node works. */
  workDir: string;
  troubles: Pick<Troubles, "report" | "clear">;
  log: { error(fields: object, text: string): void };
}

const everyMs = 15_000;
const source = "cluster watch";

/** The returned function ends the watch. */
export const watchCluster = (options: ClusterWatchOptions): (() => Promise<void>) => {
  const watch = new ClusterWatch(options);
  let looking = watch.look();
  const timer = setInterval(() => {
    looking = looking.then(() => watch.look());
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    watch.end();
    await looking;
  };
};

class ClusterWatch {
  /** Whether the cluster has seen our files since it last answered. */
  private isProbed = false;
  private isEnded = false;
  private isLooking = false;

  constructor(private readonly options: ClusterWatchOptions) {}

  async look(): Promise<void> {
    const { url, workDir, troubles, log } = this.options;
    if (this.isEnded || this.isLooking) return;
    this.isLooking = true;
    try {
      if (this.isProbed) await greetCluster(url);
      else await probeCluster(url, path.join(workDir, `probe-${randomUUID()}`));
      this.isProbed = true;
      for (const code of clusterCodes) troubles.clear(code, source);
    } catch (error) {
      this.isProbed = false;
      if (!(error instanceof Refusal)) log.error({ err: error }, "the cluster could not be examined");
      else this.report(error);
    } finally {
      this.isLooking = false;
    }
  }

  end(): void {
    this.isEnded = true;
  }

  private report({ code, message, cause }: Refusal): void {
    for (const other of clusterCodes) if (other !== code) this.options.troubles.clear(other, source);
    this.options.troubles.report(code, message, cause, source);
  }
}
