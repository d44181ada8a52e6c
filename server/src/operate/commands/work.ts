import type { AuditEvent } from '../../domain/audit-entry.ts';
import type { WorkId } from '../../domain/job.ts';
import { retriedWork } from '../../jobs/routes.ts';
import { WORK_DEAD_LISTED_MAX } from '../../lib/limits/jobs.ts';
import { systemClock } from '../../lib/system.ts';
import type { Storage } from '../../storage.ts';
import type { Environment } from '../config/settings.ts';
import { loginOf, withReadyStorage } from './database.ts';

export interface WorkCommand {
  readonly json: boolean;
  /** Null lists. */
  readonly retry: WorkId | null;
}

const NO_WORK = 3;

export function run(env: Environment, { json, retry }: WorkCommand): Promise<void> {
  const print = (shown: object, text: string) => void process.stdout.write(json ? `${JSON.stringify(shown)}\n` : text);
  return withReadyStorage(env, 'Failed', async (storage) => {
    const { dueWork } = storage;
    if (retry !== null) {
      const entry = await entryOf(retry, storage);
      if (await dueWork.retry(retry, systemClock.now(), entry)) return print({ retried: 1 }, 'It is due again.\n');
      process.stderr.write('No such failed work. To list it: orgdesk work list\n');
      process.exitCode = NO_WORK;
      return;
    }
    const work = await dueWork.dead(null, WORK_DEAD_LISTED_MAX);
    const lines = work.map(({ organizationId, kind, key, attempts, error, diedAt }) =>
      [organizationId, kind, key, `${attempts} attempts`, diedAt.toISOString(), error ?? ''].join('  ').trimEnd(),
    );
    print({ work }, lines.length === 0 ? 'No failed work.\n' : `${lines.join('\n')}\n`);
  });
}

/** Null for work of the service itself, which has no audit log. */
async function entryOf(
  work: WorkId,
  { installations, auditTrail }: Pick<Storage, 'installations' | 'auditTrail'>,
): Promise<AuditEvent | null> {
  const { organizationId } = work;
  if (organizationId === 0) return null;
  const [installation] = await installations.findByAccounts([organizationId]);
  const login = installation?.accountLogin ?? (await loginOf(auditTrail, organizationId)) ?? String(organizationId);
  return retriedWork(work, login, { actor: null, way: 'command', requestId: null });
}
