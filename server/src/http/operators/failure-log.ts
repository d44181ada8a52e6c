import fp from 'fastify-plugin';
import { FAILURE_KINDS_MAX, FAILURE_SUMMARY_MS } from '../../domain/limits/process.ts';
import type { Clock, Log } from '../../ports/system.ts';

export interface Failure {
  readonly level: 'warn' | 'error';
  readonly error: unknown;
  readonly fields: object;
  readonly sentence: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    tellFailure(log: Log, failure: Failure): void;
  }
}

interface Kind {
  readonly level: 'warn' | 'error';
  readonly fields: { readonly failure: string; readonly type: string; readonly since: string };
  /** Occurrences since the last line. */
  times: number;
  timesInAll: number;
}

/**
 * Logs the first of repeated failures in full, then a count every ten seconds and a line when they stop. Failures are
 * equal if message and code location are. Beyond a hundred kinds, each is logged in full.
 */
export function createFailureLog(log: Log, clock: Clock) {
  const kinds = new Map<string, Kind>();
  let timer: NodeJS.Timeout | null = null;

  const tellAgain = (kind: Kind) => {
    log[kind.level]({ ...kind.fields, times: kind.times }, 'the same failure again');
    kind.times = 0;
  };
  const tellOver = ({ fields, timesInAll }: Kind) => {
    if (timesInAll > 1) log.info({ ...fields, times: timesInAll }, 'a failure came no more');
  };
  const summarize = () => {
    for (const [key, kind] of kinds) {
      if (kind.times > 0) tellAgain(kind);
      else if (kinds.delete(key)) tellOver(kind);
    }
    if (kinds.size === 0) stop();
  };
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    tell: (requestLog: Log, { level, error, fields, sentence }: Failure): void => {
      const key = `${sentence} ${placeOf(error)}`;
      const known = kinds.get(key);
      if (known !== undefined) {
        known.times += 1;
        known.timesInAll += 1;
        return;
      }
      requestLog[level]({ err: error, ...fields }, sentence);
      if (kinds.size >= FAILURE_KINDS_MAX) return;
      const type = error instanceof Error ? error.name : typeof error;
      kinds.set(key, {
        level,
        fields: { failure: sentence, type, since: clock.now().toISOString() },
        times: 0,
        timesInAll: 1,
      });
      timer ??= setInterval(summarize, FAILURE_SUMMARY_MS).unref();
    },
    close: () => {
      stop();
      for (const kind of kinds.values()) if (kind.times > 0) tellAgain(kind);
    },
  };
}

/** Ignores numbers in messages. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const thrownAt = /^ +at .*$/m.exec(error.stack ?? '')?.[0] ?? '';
  return `${error.name} ${String(Object(error).code)} ${error.message.replaceAll(/\d+/g, '#')} ${thrownAt}`;
}

export const failureLog = fp<{ readonly clock: Clock }>(
  async (app, { clock }) => {
    const failures = createFailureLog(app.log, clock);
    app.decorate('tellFailure', failures.tell);
    app.addHook('onClose', async () => failures.close());
  },
  { name: 'failure-log' },
);
