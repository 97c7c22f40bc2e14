// Measured versions of the parts that build, mail and call webhooks: the same functions, counted and timed.

import { Refusal } from "../errors/refusal.js";
import { worldTrouble } from "../errors/world.js";
import type { BuildEnd, Metrics } from "./metrics.js";

interface Step {
  /** With several parts, it is the step of several builds. */
  request: { type: string };
  onUsage(usage: { cpuSeconds: number; peakMb: number }): void;
  signal: AbortSignal;
}

interface Output {
  parts?: readonly { at: "built" | "refused" | "failed" }[];
}

type RunStep<S extends Step, O> = (step: S) => Promise<O>;

const endOfPart = { built: "built", refused: "refused", failed: "crashed" } as const;

export const measureSteps =
  <S extends Step, O extends Output>(
    { builds, buildSeconds, buildCpuSeconds, buildPeakBytes }: Metrics,
    runStep: RunStep<S, O>,
  ): RunStep<S, O> =>
  async (step) => {
    const { type } = step.request;
    const stop = buildSeconds.startTimer({ type });
    const onUsage: Step["onUsage"] = (usage) => {
      buildCpuSeconds.inc({ type }, usage.cpuSeconds);
      buildPeakBytes.set({ type }, usage.peakMb * 2 ** 20);
      step.onUsage(usage);
    };
    try {
      const result = await runStep({ ...step, onUsage });
      stop();
      for (const { at } of result.parts ?? [{ at: "built" as const }])
        builds.inc({ type, end: endOfPart[at] });
      return result;
    } catch (error) {
      builds.inc({ type, end: endOf(error, step.signal) });
      throw error;
    }
  };

const endOf = (error: unknown, { aborted }: AbortSignal): BuildEnd => {
  if (aborted) return "stopped";
  const refusal = error instanceof Refusal ? error : worldTrouble(error);
  if (!refusal) return "crashed";
  return refusal.entry.fault === "world" ? "delayed" : "refused";
};

export const measureMails =
  <A extends unknown[]>(
    { mails }: Metrics,
    send: (...given: A) => Promise<void>,
  ): ((...given: A) => Promise<void>) =>
  async (...given) => {
    try {
      await send(...given);
      mails.inc({ end: "sent" });
    } catch (error) {
      mails.inc({ end: "failed" });
      throw error;
    }
  };

/** `send` resolves to the status of the answer. */
export const measureWebhooks =
  <A extends unknown[]>(
    { webhooks }: Metrics,
    send: (...given: A) => Promise<number>,
  ): ((...given: A) => Promise<number>) =>
  async (...given) => {
    try {
      const status = await send(...given);
      webhooks.inc({ end: status >= 200 && status < 300 ? "sent" : "failed" });
      return status;
    } catch (error) {
      webhooks.inc({ end: "failed" });
      throw error;
    }
  };
