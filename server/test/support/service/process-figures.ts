import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
}

export const residentMegabytes = ({ pid }: Process): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Files and sockets that it has open. */
export const openDescriptors = ({ pid }: Process): number => readdirSync(`/proc/${pid}/fd`).length;

/** Looks at a figure of a process until it is told to stop, or the process is gone; the most it has seen. */
export function watch(figureOf: (process: Process) => number, process: Process): () => number {
  let most = 0;
  const read = () => {
    most = Math.max(most, figureOf(process));
  };
  const timer = setInterval(() => {
    if (existsSync(`/proc/${process.pid}`)) read();
    else clearInterval(timer);
  }, 20);
  return () => {
    clearInterval(timer);
    read();
    return most;
  };
}
