import { constants } from 'node:os';
import type { Environment } from '@orgdesk/command-framework/describe-command';
import { connect } from './connection/connect.ts';
import type { Service } from './connection/failure.ts';
import { EXIT, Stop } from './connection/stop.ts';
import { asJson, note, noteStyled, printable } from './output/print.ts';
import type { Format } from './output/rows.ts';

export interface Context {
  readonly env: Environment;
  readonly url: string | null;
  readonly format: Format;
  readonly signal: AbortSignal;
  /** `answerMs` is for calls that may take longer than most. */
  readonly connect: (answerMs?: number) => Promise<Service>;
  /** What Ctrl-C then says; null for nothing. Until it is called, that the command can be run again. */
  readonly whenInterrupted: (text: string | null) => void;
}

interface Values {
  readonly url?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

export async function runRemote(env: Environment, values: Values, run: (context: Context) => Promise<void>) {
  const signal = interruption();
  const url = values.url ?? null;
  const format = formatOf(values);
  let lastMessage: string | null = 'Interrupted. To start over, run the command again.';
  try {
    await run({
      env,
      url,
      format,
      signal,
      connect: (answerMs) => connect({ env, url, signal, ...(answerMs === undefined ? {} : { answerMs }) }),
      whenInterrupted: (text) => {
        lastMessage = text;
      },
    });
    signal.throwIfAborted();
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (reason instanceof Interrupted) {
      if (format === 'json') noteError(lastMessage ?? 'Interrupted.', reason.exitCode);
      else if (lastMessage !== null && !reason.isByReader) noteStyled(`\n${printable(lastMessage)}`);
      endSoon(reason.exitCode);
    } else if (reason instanceof Stop) {
      if (format === 'json') noteError(reason.message, reason.exitCode);
      else note(reason.message);
      process.exitCode = reason.exitCode;
    } else if (reason instanceof TypeError || reason instanceof RangeError) {
      const error = `The answer of the service is not as expected: ${reason.message}.`;
      if (format === 'json') noteError(error, EXIT.failed);
      else note(error);
      process.exitCode = EXIT.failed;
    } else {
      throw reason;
    }
  }
}

/** Once what was written is through. A connection that is being opened ends at no signal, and keeps the program for 10 s. */
function endSoon(exitCode: number): void {
  process.exitCode = exitCode;
  setTimeout(() => process.exit(), OUTPUT_FLUSH_LIMIT_MS).unref();
}

const OUTPUT_FLUSH_LIMIT_MS = 200;

/** The last line of standard error. */
const noteError = (error: string, exitCode: number): void => noteStyled(asJson({ error, exitCode }));

function formatOf({ json = false, csv = false }: Values): Format {
  if (json) return 'json';
  return csv || !process.stdout.isTTY ? 'csv' : 'table';
}

class Interrupted extends Error {
  readonly exitCode: number;
  /** True if whoever reads the output has enough, such as head. */
  readonly isByReader: boolean;
  constructor(name: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE') {
    super(name);
    this.isByReader = name === 'SIGPIPE';
    this.exitCode = 128 + constants.signals[name];
  }
}

function interruption(): AbortSignal {
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
