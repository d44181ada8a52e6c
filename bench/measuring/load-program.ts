import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadMessage, LoadOrder, LoadReport, Until } from './load.ts';

const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url));

/** Open connections to one server, reused between runs. All channels together make one run at a time. */
export interface Channel {
  /** Rejects on an unexpected answer. */
  run(until: Until): Promise<LoadReport>;
  close(): void;
}

/** The process that sends requests. */
export interface Load {
  open(order: LoadOrder): Channel;
  /** Makes one run on new connections. */
  run(order: LoadOrder, until: Until): Promise<LoadReport>;
  stop(): void;
}

export function startLoad(): Load {
  const child = fork(LOAD, { execArgv: [] });
  let channels = 0;
  const open = (order: LoadOrder): Channel => {
    channels += 1;
    const channel = channels;
    const send = (message: LoadMessage) => child.send(message);
    send({ open: order, channel });
    return {
      async run(until) {
        const reported = once(child, 'message');
        send({ until, channel });
        const [report] = (await reported) as [LoadReport];
        if (report.failure !== null) throw new Error(`the load ended early: ${report.failure}`);
        return report;
      },
      close: () => void send({ close: true, channel }),
    };
  };
  return {
    open,
    async run(order, until) {
      const channel = open(order);
      try {
        return await channel.run(until);
      } finally {
        channel.close();
      }
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
