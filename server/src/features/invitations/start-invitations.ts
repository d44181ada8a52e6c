import type { CodeHost } from '../../code-host/code-host.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { canBeAdded, type JobPerson, type RequestedInvitation, type RunRef } from '../../domain/job.ts';
import type { StepServices } from '../../jobs/services.ts';
import type { JobStarter, StartRefusal } from '../../jobs/start-job.ts';
import type { JobRecord } from '../../jobs/store/types.ts';
import { type Result, refuse } from '../../lib/result.ts';

interface PlannedInvitations {
  readonly key: string;
  readonly title: string | null;
  readonly rows: readonly RequestedInvitation[];
}

interface StartOptions<R> {
  /** Returns the version of the switch that the job is approved under. Called if all can be invited. */
  readonly approve: () => Promise<Result<number | null, R>>;
  /** Default: none. */
  readonly run?: RunRef;
}

export interface CannotBeAdded {
  readonly kind: 'cannot-be-added';
  readonly sentence: string;
}

export const CANNOT_BE_ADDED =
  'this organization adds people instead of inviting them. Use a login, the role member or owner, and no teams.';

/** Null if all can be. */
function whyNotAdded(
  codeHost: CodeHost,
  { login: inviter }: JobPerson,
  rows: readonly RequestedInvitation[],
): CannotBeAdded | null {
  if (hasInvitations(codeHost, { inviter })) return null;
  const row = rows.findIndex((each) => !canBeAdded(each)) + 1;
  return row > 0 ? { kind: 'cannot-be-added', sentence: `Row ${row}: ${CANNOT_BE_ADDED}` } : null;
}

/** Starts a job that invites people, if all of them can be. */
export async function startInvitations<R = never>(
  { codeHost, jobs }: StepServices,
  owner: JobStarter,
  requester: AuditOrigin,
  { key, title, rows }: PlannedInvitations,
  { approve, run }: StartOptions<R>,
): Promise<Result<JobRecord, StartRefusal | CannotBeAdded | R>> {
  const cannot = whyNotAdded(codeHost, owner.session.user, rows);
  if (cannot !== null) return refuse(cannot);
  const approved = await approve();
  if (!approved.ok) return approved;
  return jobs.start(owner, requester, {
    kind: 'invitations',
    key,
    title,
    plan: null,
    rows: rows.map((row) => ({ ...row, userId: null, teamRole: null })),
    content: rows,
    after: { rows: rows.length },
    run,
    approvedVersion: approved.value,
  });
}
