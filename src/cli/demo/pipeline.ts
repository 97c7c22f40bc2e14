// One pipeline of the demo, from configured to delivered: waits for its builds, enables it, and downloads the
// whole file.

import type { Client } from "../client.js";
import type { Screen } from "../terminal.js";
import { activityOf, type BuildRecord, waitUntilReady } from "../waiting.js";
import type { Analysis } from "./scoreboard.js";
import type { Pipeline } from "./workflows.js";

interface DatasetRecord extends BuildRecord {
  row_count: number;
  identified_count: number;
}
interface CountedRecord extends BuildRecord {
  population_count: number;
}

const whole = new Intl.NumberFormat("en-US");

export class PipelineRun {
  constructor(
    private readonly client: Client,
    private readonly screen: Screen,
    private readonly signal: AbortSignal,
  ) {}

  /** Waits for all resources of the pipeline, in the order of their builds. */
  async built(pipeline: Pipeline): Promise<Analysis> {
    for (const id of pipeline.datasetIds) await this.ready(`/datasets/${id}`);
    for (const stream of await this.client.get<BuildRecord[]>("/streams"))
      await this.ready(`/streams/${stream.id}`);
    // The number of people is known once records are matched: after the dataset, before its streams.
    for (const id of pipeline.datasetIds) {
      const { name, row_count, identified_count } = await this.ready<DatasetRecord>(`/datasets/${id}`);
      this.screen.say(
        `  dataset   ${name}: ${whole.format(row_count)} rows of ${whole.format(identified_count)} people`,
      );
    }
    for (const id of pipeline.cohortIds) {
      const cohort = await this.ready<CountedRecord>(`/cohorts/${id}`);
      this.screen.say(`  cohort    ${cohort.name}: ${whole.format(cohort.population_count)} people`);
    }
    const outcome = await this.ready(`/outcomes/${pipeline.outcomeId}`);
    const analysis = await this.client.get<Analysis>(`/outcomes/${pipeline.outcomeId}/analysis`);
    this.screen.say(`  outcome   ${outcome.name}: within ${analysis.method.horizon_days} days`);
    const scope = await this.ready<CountedRecord>(`/scopes/${pipeline.scopeId}`);
    this.screen.say(`  pipeline  ${scope.name}: ${whole.format(scope.population_count)} people`);
    await this.ready(`/targets/${pipeline.targetId}`);
    return analysis;
  }

  /** Enables the pipeline, waits for the whole file, and downloads it. */
  async deliver(pipeline: Pipeline, file: string): Promise<void> {
    const target = `/targets/${pipeline.targetId}`;
    const preview = await this.client.get<BuildRecord>(target);
    await this.client.patch(`/scopes/${pipeline.scopeId}`, { preview: false });
    await this.ready(target, (record) => record.last_updated_output_at !== preview.last_updated_output_at);
    await this.client.download(`${target}/download.csv`, file);
  }

  private ready<R extends BuildRecord>(path: string, isNewEnough?: (record: R) => boolean): Promise<R> {
    return waitUntilReady<R>(this.client, path, {
      report: (record) => this.screen.progress(activityOf(record), record.progress),
      signal: this.signal,
      ...(isNewEnough && { isNewEnough }),
    });
  }
}
