import type { InvitationContext } from '../code-host/people/types.ts';
import { sameLogin } from '../domain/account.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { type JobStop, jobStopFor } from './job-stop.ts';
import { ownerOf } from './owner-of.ts';
import type { JobServices } from './services.ts';
import type { JobRecord } from './store/types.ts';

type RunJob = Pick<JobRecord, 'organizationId' | 'organizationLogin' | 'sessionKey'>;

export interface Runner extends InvitationContext {
  readonly organizationId: number;
}

/** Call it before each request. Reports a new login to `rename`. */
export async function runnerOf(
  services: JobServices,
  job: RunJob,
  rename: (organizationLogin: string) => Promise<unknown>,
): Promise<Result<Runner, JobStop>> {
  const now = services.runtime.clock.now();
  const found = await services.sessions.store.find(job.sessionKey, now);
  const owner = found === null ? refuse({ kind: 'no-session' } as const) : await ownerOf(services, found, job);
  if (!owner.ok) return refuse(jobStopFor(owner.refusal, now));
  const { session, organization, organizationId } = owner.value;
  if (!sameLogin(organization, job.organizationLogin)) await rename(organization);
  return ok({ token: session.grant.accessToken, organization, organizationId, inviter: session.user.login });
}
