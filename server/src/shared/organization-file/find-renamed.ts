import { foldLogin } from '../../domain/account.ts';
import type { AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock } from '../../ports/system.ts';
import type { CurrentOrganization } from './read-organization.ts';

export interface FindRenamedDeps {
  readonly auditTrail: Pick<AuditTrailStore, 'read'>;
  readonly clock: Clock;
}

const CHECKED_MAX = 50;

/** Returns the present logins of members by folded former login: whoever has that by now is somebody else. */
export async function findRenamed(
  { auditTrail, clock }: FindRenamedDeps,
  { id: organizationId, people }: Pick<CurrentOrganization, 'id' | 'people'>,
  logins: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byId = new Map(people.map(({ id, login }) => [id, login]));
  const renamed = new Map<string, string>();
  for (const login of logins.slice(0, CHECKED_MAX)) {
    const [entry] = await auditTrail.read({ organizationId, target: login, limit: 1 }, clock.now());
    const now = byId.get(entry?.target?.kind === 'person' ? (entry.target.id ?? 0) : 0);
    if (now !== undefined) renamed.set(foldLogin(login), now);
  }
  return renamed;
}
