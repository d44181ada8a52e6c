import type { CodeHost } from '../../../code-host/code-host.ts';
import type { AuditOrigin } from '../../../domain/audit-entry.ts';
import { canBeAdded, type RequestedInvitation, type RunRef } from '../../../domain/job.ts';
import type { Runtime } from '../../../domain/runtime.ts';
import type { Jobs } from '../../../jobs/services.ts';
import type { StartRefusal } from '../../../jobs/start-job.ts';
import type { CountSends } from '../../../jobs/store/sends.ts';
import type { JobRecord, JobStore } from '../../../jobs/store/types.ts';
import { type Result, refuse } from '../../../lib/result.ts';
import { randomHex } from '../../../lib/secrets.ts';
import type { Owner } from '../../../sessions/live-rights.ts';

/** Writes the planned count, and corrects it if another number was sent. */
export function countSends(
  { clock, entropy, log }: Runtime,
  jobs: JobStore,
  of: Parameters<CountSends>[0],
  planned: number,
): (sent: number) => void {
  const batch = { id: randomHex(entropy, 16), ...of, at: clock.now() };
  const count = (sent: number) =>
    jobs
      .countBatch({ ...batch, sent })
      .catch((error: unknown) => log.warn({ err: error }, 'could not count invitations sent outside of jobs'));
  const firstCount = count(planned);
  return (sent) => {
    if (sent !== planned) void firstCount.then(() => count(sent));
  };
}

export interface InvitationJobServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly jobs: Jobs;
}

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
  { codeHost, jobs }: InvitationJobServices,
  owner: Owner,
  requester: AuditOrigin,
  { key, title, rows }: PlannedInvitations,
  run?: RunRef,
): Promise<Result<JobRecord, StartRefusal | CannotBeAdded>> {
  if (!codeHost.hasInvitations({ inviter: owner.session.user.login })) {
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
