import fp from 'fastify-plugin';
import type { Runtime } from '../../domain/runtime.ts';
import { FAILURE_KINDS_MAX, FAILURE_SUMMARY_MS } from '../../lib/limits/process.ts';
import type { Clock, Log } from '../../lib/system.ts';

export interface LoggedFailure {
  readonly level: 'warn' | 'error';
  readonly error: unknown;
  readonly fields: object;
  readonly message: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    logFailure(log: Log, failure: LoggedFailure): void;
  }
}

interface RepeatedFailure {
  readonly level: 'warn' | 'error';
  readonly fields: { readonly failure: string; readonly type: string; readonly since: string };
  /** Occurrences since the last line. */
  times: number;
  timesInAll: number;
}

/**
 * Logs the first of repeated failures in full, then a count every ten seconds and a line when they stop. Failures are
 * equal if message and code location are. Beyond a hundred kinds, logs each in full.
 */
export function createFailureLog(log: Log, clock: Clock) {
  const kinds = new Map<string, RepeatedFailure>();
  let timer: NodeJS.Timeout | null = null;

  const logRepeats = (kind: RepeatedFailure) => {
    log[kind.level]({ ...kind.fields, times: kind.times }, 'failure repeated');
    kind.times = 0;
  };
  const logEnd = ({ fields, timesInAll }: RepeatedFailure) => {
    if (timesInAll > 1) log.info({ ...fields, times: timesInAll }, 'failure has stopped');
  };
  const summarize = () => {
    for (const [key, kind] of kinds) {
      if (kind.times > 0) logRepeats(kind);
      else if (kinds.delete(key)) logEnd(kind);
    }
    if (kinds.size === 0) stop();
  };
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    tell: (requestLog: Log, { level, error, fields, message: sentence }: LoggedFailure): void => {
      const key = `${sentence} ${placeOf(error)}`;
      const existing = kinds.get(key);
      if (existing !== undefined) {
        existing.times += 1;
        existing.timesInAll += 1;
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
      for (const kind of kinds.values()) if (kind.times > 0) logRepeats(kind);
    },
  };
}

/** Ignores numbers in messages. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const thrownAt = /^ +at .*$/m.exec(error.stack ?? '')?.[0] ?? '';
  return `${error.name} ${String(Object(error).code)} ${error.message.replaceAll(/\d+/g, '#')} ${thrownAt}`;
}

export const failureLog = fp<{ readonly runtime: Runtime }>(
  async (app, { runtime }) => {
    const failures = createFailureLog(app.log, runtime.clock);
    app.decorate('logFailure', failures.tell);
    app.addHook('onClose', async () => failures.close());
  },
  { name: 'failure-log' },
);
