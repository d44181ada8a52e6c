import { cipherKeysOf, keyPrintsOf } from '../../../lib/secrets.ts';
import type { Clock, Log } from '../../../lib/system.ts';
import type { Services } from '../../../services.ts';
import type { Config } from '../../config/read-config.ts';
import { createCachedReport, diagnose, type Report, reportJson, reportText } from '../../doctor/diagnose.ts';
import { doctorDeps } from '../doctor.ts';

export interface ServiceChecksDeps {
  readonly config: Config;
  readonly services: Pick<Services, 'storage' | 'signing'>;
  /** The checks compare this clock with others. */
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

export function createServiceChecks({
  config,
  services: { storage, signing },
  clock,
  log,
  stopping,
}: ServiceChecksDeps) {
  const prints = keyPrintsOf(signing.key, cipherKeysOf(config.tokenSecrets));
  const database = { inspect: () => storage.inspectDatabase(() => clock.now(), prints) };
  const deps = doctorDeps(
    { config, problems: [], warnings: [], unusable: new Set() },
    { clock, log, end: stopping, database, listen: 'listens' },
  );
  const report = createCachedReport(() => diagnose(deps), clock);

  return {
    report,
    /** Logs problems at the start, with fourteen requests to the code host and more (`CHECKS_INTERVAL_MS`). Skips BASE_URL, as `keepChecked` does. */
    async tellInLog(): Promise<void> {
      const { lines } = await report();
      if (stopping.aborted) return;
      for (const { check, standing, fact, next } of lines) {
        if (standing !== 'ok' && standing !== 'note' && check !== 'base-url')
          log.warn({ check, standing, fact, next }, 'setup check failed');
      }
    },
    /** `accept` selects JSON or text. */
    async page(accept: string): Promise<{ readonly type: string; readonly text: string }> {
      return pageOf(await report(), accept);
    },
  };
}

function pageOf(report: Report, accept: string): { readonly type: string; readonly text: string } {
  return /\bapplication\/json\b/i.test(accept)
    ? { type: 'application/json; charset=utf-8', text: `${JSON.stringify(reportJson(report))}\n` }
    : { type: 'text/plain; charset=utf-8', text: reportText(report, false) };
}
