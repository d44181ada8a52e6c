import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadReport } from './load.ts';

const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url));

/** The process that sends. */
export interface Load {
  /** Rejects when an answer is not what it has to be. */
  run(order: LoadOrder): Promise<LoadReport>;
  stop(): void;
}

export function startLoad(): Load {
  const child = fork(LOAD, { execArgv: [] });
  return {
    run: async (order) => {
      const reported = once(child, 'message');
      child.send(order);
      const [report] = (await reported) as [LoadReport];
      if (report.failure !== null) throw new Error(`the load ended early: ${report.failure}`);
      return report;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
