import type { Audited, NoTrail } from '../../audit-trail/audited.ts';
import { AUDIT_CHANGES } from '../../domain/limits/audit-trail.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { AccessExportRecord, AccessExportStore } from '../../ports/storage/access-exports.ts';
import type { AuditOrigin, TooManyChanges } from '../../ports/storage/audit-trail.ts';
import type { Clock, Entropy } from '../../ports/system.ts';
import { randomHex } from '../../security/secrets.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { exportEvent } from './exports-of-owner.ts';

export interface StartExportDeps {
  readonly accessExports: Pick<AccessExportStore, 'create' | 'ofOrganization'>;
  readonly audited: Audited;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly wake: () => void;
}

/** Starts an export and records it, or returns the one in progress. */
export function createStartExport({ accessExports, audited, clock, entropy, wake }: StartExportDeps) {
  return async (
    { session, organization, organizationId }: Owner,
    requester: AuditOrigin,
  ): Promise<Result<AccessExportRecord, NoTrail | TooManyChanges>> => {
    const [newest] = await accessExports.ofOrganization(organizationId, 1);
    if (newest !== undefined && newest.endedAt === null) return ok(newest);
    const { user, key: sessionKey } = session;
    const made = {
      id: randomHex(entropy, 16),
      organizationId,
      organizationLogin: organization,
      sessionKey,
      startedBy: { id: user.id, login: user.login },
      createdAt: clock.now(),
      requestId: requester.requestId,
    };
    return audited.within(AUDIT_CHANGES, exportEvent(requester, 'access_export.started', made), async (settle) => {
      const { export: stored, isNew } = await accessExports.create(made);
      settle(0, isNew ? { outcome: 'done' } : { outcome: 'refused', words: 'Another export was already running.' });
      wake();
      return stored;
    });
  };
}
