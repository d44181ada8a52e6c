import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadMessage, LoadOrder, LoadReport, Until } from './load.ts';

const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url));

/** Connections to one server, which stay open between runs. One run at a time, on all lanes together. */
export interface Lane {
  /** Rejects when an answer is not what it has to be. */
  run(until: Until): Promise<LoadReport>;
  close(): void;
}

/** The process that sends. */
export interface Load {
  open(order: LoadOrder): Lane;
  /** One run on connections of its own. */
  run(order: LoadOrder, until: Until): Promise<LoadReport>;
  stop(): void;
}

export function startLoad(): Load {
  const child = fork(LOAD, { execArgv: [] });
  let lanes = 0;
  const open = (order: LoadOrder): Lane => {
    lanes += 1;
    const lane = lanes;
    const send = (message: LoadMessage) => child.send(message);
    send({ open: order, lane });
    return {
      async run(until) {
        const reported = once(child, 'message');
        send({ until, lane });
        const [report] = (await reported) as [LoadReport];
        if (report.failure !== null) throw new Error(`the load ended early: ${report.failure}`);
        return report;
      },
      close: () => void send({ close: true, lane }),
    };
  };
  return {
    open,
    async run(order, until) {
      const lane = open(order);
      try {
        return await lane.run(until);
      } finally {
        lane.close();
      }
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
