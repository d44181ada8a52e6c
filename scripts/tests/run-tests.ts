import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endedProcessorSeconds, readIfThere } from './ended-processor-seconds.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPORT = fileURLToPath(new URL('report.ts', import.meta.url));
const SAMPLE_EVERY_MS = 2_000;

/** One call of vitest: file names and options, and variables beside those of this process. */
export interface TestRun {
  readonly parameters: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs tests once, and says at the end what failed and what it cost. Returns the exit code. */
export async function runTests({ parameters, environment }: TestRun): Promise<number> {
  const [startedAt, processorBefore] = [performance.now(), endedProcessorSeconds()];
  const run = spawn('vitest', ['run', ...parameters, '--reporter=default', `--reporter=${REPORT}`], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  let mostBytes = 0;
  const timer = setInterval(() => {
    mostBytes = Math.max(mostBytes, privateBytesBelow(process.pid));
  }, SAMPLE_EVERY_MS);
  const code = await new Promise<number>((resolve, reject) => {
    run.once('error', reject);
    run.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  clearInterval(timer);
  const processor = endedProcessorSeconds();
  const ofAll =
    processor === null || processorBefore === null
      ? ''
      : `, processor time of all processes ${(processor - processorBefore).toFixed(0)} s, memory at most ${Math.round(mostBytes / 2 ** 20)} MB`;
  process.stdout.write(`Duration ${((performance.now() - startedAt) / 1000).toFixed(0)} s${ofAll}\n`);
  return code;
}

/** Memory that the descendants of a process share with nobody. */
function privateBytesBelow(ancestor: number): number {
  const processes = globSync('/proc/[0-9]*/status').flatMap((path) => {
    const status = readIfThere(path);
    return status === null ? [] : [{ pid: figure(status, 'Pid'), parent: figure(status, 'PPid'), status }];
  });
  const byParent = Map.groupBy(processes, ({ parent }) => parent);
  const below = [...(byParent.get(ancestor) ?? [])];
  let bytes = 0;
  for (const { pid, status } of below) {
    bytes += figure(status, 'RssAnon') * 1024;
    below.push(...(byParent.get(pid) ?? []));
  }
  return bytes;
}

const figure = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
