import type { Audit } from '../../audit/services.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { RequestLimits, Runtime } from '../../domain/runtime.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { JobStore, SentBatch } from '../../jobs/store/types.ts';
import { randomHex } from '../../lib/secrets.ts';
import type { Sessions } from '../../sessions/services.ts';

/** What sends and changes invitations within a request. */
export interface InvitationServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly limits: RequestLimits;
}

/**
 * Reserves room in the person's limits for invitations outside of jobs. Report the number sent to the returned function,
 * which corrects the planned count. Never waits or fails.
 */
export function countSends(
  { clock, entropy, log }: Runtime,
  jobs: JobStore,
  of: Pick<SentBatch, 'userId' | 'organizationId' | 'calls'>,
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
