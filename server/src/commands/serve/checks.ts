import type { Graph } from '../../compose.ts';
import type { Config } from '../../config/read-config.ts';
import { diagnose, type Report } from '../../doctor/diagnose.ts';
import { createKeptReport } from '../../doctor/kept-report.ts';
import { reportJson, reportText } from '../../doctor/report-text.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { keyPrintsOf } from '../../security/key-prints.ts';
import { cipherKeysOf } from '../../security/keys.ts';
import { doctorDeps } from '../doctor/doctor-deps.ts';

/** What the checks of a running service are made from; `config` is what it runs with. */
export interface ServiceChecksDeps {
  readonly config: Config;
  readonly graph: Pick<Graph, 'storage' | 'signingKey'>;
  /** Of this machine, which the checks compare with others. */
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the service was told to stop. */
  readonly stopping: AbortSignal;
}

/** The checks of `orgdesk doctor`, from inside a service that listens. */
export function createServiceChecks({
  config,
  graph: { storage, signingKey },
  clock,
  log,
  stopping,
}: ServiceChecksDeps) {
  const prints = keyPrintsOf(signingKey, cipherKeysOf(config.tokenSecrets));
  const database = { look: () => storage.look(() => clock.now(), prints) };
  const deps = doctorDeps(
    { config, problems: [], warnings: [], unusable: new Set() },
    { clock, log, end: stopping, database, listen: 'listens' },
  );
  const report = createKeptReport(() => diagnose(deps), clock);

  return {
    report,
    /**
     * At start, logs what is not as it should be. Takes twelve calls to the code host. Of BASE_URL it says nothing: a load
     * balancer sends nobody yet to an instance that has only just begun.
     */
    async tellInLog(): Promise<void> {
      const { lines } = await report();
      if (stopping.aborted) return;
      for (const { check, standing, fact, next } of lines) {
        if (standing !== 'ok' && standing !== 'note' && check !== 'base-url')
          log.warn({ check, standing, fact, next }, 'something in the set-up is not as it should be');
      }
    },
    /** The report as somebody accepts it, of the last minute. */
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
