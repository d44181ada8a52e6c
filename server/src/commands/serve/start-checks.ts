import { systemClock } from '../../adapters/system/system.ts';
import { createListenChecks } from '../../adapters/system/try-listening.ts';
import type { Config } from '../../config/read-config.ts';
import type { Log } from '../../ports/system.ts';
import { diagnose } from '../../shared/doctor/diagnose.ts';
import type { SettingsFacts } from '../../shared/doctor/facts.ts';
import type { CheckName } from '../../shared/doctor/finding.ts';
import { databaseChecksOf, isMissing, sqlitePathOf } from '../database.ts';

/** A failure of these checks prevents the start. */
const START_CHECKS = ['listen', 'database', 'migrations'] as const satisfies readonly CheckName[];

/** Start checks do not compare settings. */
const NO_SETTINGS: SettingsFacts = {
  problems: [],
  warnings: [],
  isConfigured: true,
  baseUrl: null,
  appId: null,
  appSlug: null,
  clientId: null,
  hasWebhookSecret: false,
  hasTokenSecret: false,
  databasePoolSize: 0,
};

/**
 * Returns what prevents the start, with next steps; creates nothing. An existing SQLite file is not checked here:
 * opening it waits for other starting processes.
 */
export async function startProblems(config: Config, log: Log): Promise<readonly string[]> {
  const isOpenedAnyhow = sqlitePathOf(config.databaseUrl) !== null && !isMissing(config.databaseUrl);
  const { lines } = await diagnose(
    {
      settings: NO_SETTINGS,
      addresses: null,
      app: null,
      client: null,
      database: isOpenedAnyhow ? null : databaseChecksOf(config, { clock: systemClock, log }),
      headTargets: null,
      listen: createListenChecks(config, { findsOrgdesk: false }),
      clock: systemClock,
    },
    START_CHECKS,
  );
  return lines.flatMap(({ standing, fact, next }) => (standing === 'failure' ? [`${fact} ${next ?? ''}`] : []));
}
