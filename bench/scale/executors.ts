// Executors of a Spark application, by the REST API of its page.

/** Processor seconds, and gigabytes that were shuffled and spilled, of all stages that have ended. */
export interface ExecutorUse {
  processorSeconds: number;
  shuffledGb: number;
  spilledGb: number;
}

interface Stage {
  executorCpuTime: number;
  shuffleWriteBytes: number;
  diskBytesSpilled: number;
}

/** `page`: http://host:4040. */
export const executorUse = async (page: string): Promise<ExecutorUse> => {
  const base = `${page}/api/v1/applications`;
  const [application] = (await (await fetch(base)).json()) as { id: string }[];
  const stages = (await (await fetch(`${base}/${application!.id}/stages?status=complete`)).json()) as Stage[];
  const sum = (of: (stage: Stage) => number) => stages.reduce((all, stage) => all + of(stage), 0);
  return {
    processorSeconds: sum((stage) => stage.executorCpuTime) / 1e9,
    shuffledGb: sum((stage) => stage.shuffleWriteBytes) / 1e9,
    spilledGb: sum((stage) => stage.diskBytesSpilled) / 1e9,
  };
};
