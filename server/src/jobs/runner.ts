import type { InvitationContext } from '../code-host/people/types.ts';
import { sameLogin } from '../domain/account.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { SessionStore } from '../sessions/store/types.ts';
import { type JobStop, jobStopFor } from './job-stop.ts';
import { createOwnerOf, type OwnerOfDeps } from './owner-of.ts';
import type { JobRecord } from './store/types.ts';

export interface RunnerDeps extends OwnerOfDeps {
  readonly sessions: Pick<SessionStore, 'find'>;
}

type RunJob = Pick<JobRecord, 'organizationId' | 'organizationLogin' | 'sessionKey'>;

export interface Runner extends InvitationContext {
  readonly organizationId: number;
}

/** Call it before each request. Reports a new login to `rename`. */
export type RunnerOf = (
  job: RunJob,
  rename: (organizationLogin: string) => Promise<unknown>,
) => Promise<Result<Runner, JobStop>>;

export function createRunnerOf({ sessions, ...deps }: RunnerDeps): RunnerOf {
  const { clock } = deps;
  const ownerOf = createOwnerOf(deps);
  return async (job, rename) => {
    const now = clock.now();
    const found = await sessions.find(job.sessionKey, now);
    const owner = found === null ? refuse({ kind: 'no-session' } as const) : await ownerOf(found, job);
    if (!owner.ok) return refuse(jobStopFor(owner.refusal, now));
    const { session, organization, organizationId } = owner.value;
    if (!sameLogin(organization, job.organizationLogin)) await rename(organization);
    return ok({ token: session.grant.accessToken, organization, organizationId, inviter: session.user.login });
  };
}
