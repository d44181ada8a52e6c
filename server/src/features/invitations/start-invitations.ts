import { hasInvitations } from '../../code-host/people/memberships.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { canBeAdded, type RequestedInvitation, type RunRef } from '../../domain/job.ts';
import type { StepServices } from '../../jobs/services.ts';
import type { StartRefusal } from '../../jobs/start-job.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';

interface PlannedInvitations {
  readonly key: string;
  readonly title: string | null;
  readonly rows: readonly RequestedInvitation[];
}

export interface CannotBeAdded {
  readonly kind: 'cannot-be-added';
  readonly sentence: string;
}

export const CANNOT_BE_ADDED =
  'this organization adds people instead of inviting them. Use a login, the role member or owner, and no teams.';

/** Starts a job that invites people, if all of them can be. */
export async function startInvitations(
  { codeHost, jobs }: StepServices,
  owner: Owner,
  requester: AuditOrigin,
  { key, title, rows }: PlannedInvitations,
  run?: RunRef,
): Promise<Result<JobRecord, StartRefusal | CannotBeAdded>> {
  if (!hasInvitations(codeHost, { inviter: owner.session.user.login })) {
    const row = rows.findIndex((each) => !canBeAdded(each)) + 1;
    if (row > 0) return refuse({ kind: 'cannot-be-added', sentence: `Row ${row}: ${CANNOT_BE_ADDED}` });
  }
  return jobs.start(owner, requester, {
    kind: 'invitations',
    key,
    title,
    plan: null,
    rows: rows.map((row) => ({ ...row, userId: null, teamRole: null })),
    content: rows,
    after: { rows: rows.length },
    run,
  });
}
