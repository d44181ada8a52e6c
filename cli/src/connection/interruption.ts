import { constants } from 'node:os';

export class Interrupted extends Error {
  readonly exitCode: number;
  /** True if whoever reads the output has enough, such as head. */
  readonly isByReader: boolean;
  constructor(name: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE') {
    super(name);
    this.isByReader = name === 'SIGPIPE';
    this.exitCode = 128 + constants.signals[name];
  }
}

export function interruption(): AbortSignal {
  const ending = new AbortController();
  const end = (reason: Interrupted) => {
    if (ending.signal.aborted) process.exit(reason.exitCode);
    ending.abort(reason);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => end(new Interrupted(name)));
  process.stdout.on('error', () => ending.abort(new Interrupted('SIGPIPE')));
  process.stderr.on('error', () => ending.abort(new Interrupted('SIGPIPE')));
  return ending.signal;
}
