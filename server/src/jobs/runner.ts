import { sameLogin } from '../domain/account.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { Session, SessionKey } from '../domain/session.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { InvitationContext } from '../ports/code-host/invitations.ts';
import type { SessionStore } from '../ports/storage/sessions.ts';
import type { Clock } from '../ports/system.ts';
import type { LiveRights, Owner } from '../sessions/live-rights.ts';
import { type JobStop, jobStopFor } from './job-stop.ts';

export interface RunnerDeps {
  readonly codeHost: Pick<CodeHost, 'profile'>;
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly liveRights: LiveRights;
  readonly clock: Clock;
}

export interface RunJob {
  readonly organizationId: number;
  readonly organizationLogin: string;
  readonly sessionKey: SessionKey;
}

export interface Runner extends InvitationContext {
  readonly organizationId: number;
}

/** Call it before each request. Reports a new login to `rename`. */
export type RunnerOf = (
  job: RunJob,
  rename: (organizationLogin: string) => Promise<unknown>,
) => Promise<Result<Runner, JobStop>>;

/** Another organization may take over the login, so the job's organization is identified by ID. */
export function createRunnerOf({ codeHost, sessions, liveRights, clock }: RunnerDeps): RunnerOf {
  return async (job, rename) => {
    const now = clock.now();
    const session = await sessions.find(job.sessionKey, now);
    if (session === null) return refuse(jobStopFor({ kind: 'no-session' }, now));
    const owner = await liveRights(session, job.organizationLogin);
    if (owner.ok && owner.value.organizationId === job.organizationId) return runnerAs(owner.value);
    const stop = owner.ok ? RIGHTS_LOST : jobStopFor(owner.refusal, now);
    if (stop.reason !== 'rights-lost') return refuse(stop);
    const renamed = await ownerUnderNewName(job, owner.ok ? owner.value.session : session, stop);
    if (!renamed.ok) return renamed;
    await rename(renamed.value.organization);
    return runnerAs(renamed.value);
  };

  async function ownerUnderNewName(job: RunJob, session: Session, stop: JobStop): Promise<Result<Owner, JobStop>> {
    const profile = await codeHost.profile(session.grant.accessToken);
    if (!profile.ok) return refuse(jobStopFor(profile.refusal, clock.now()));
    const membership = profile.value.memberships.find(({ organization }) => organization.id === job.organizationId);
    if (membership === undefined || sameLogin(membership.organization.login, job.organizationLogin))
      return refuse(stop);
    const { login } = membership.organization;
    const owner = await liveRights(session, login);
    if (!owner.ok) return refuse(jobStopFor(owner.refusal, clock.now()));
    return owner.value.organizationId === job.organizationId ? ok(owner.value) : refuse(RIGHTS_LOST);
  }

  function runnerAs({ session, organization, organizationId }: Owner): Result<Runner, JobStop> {
    return ok({ token: session.grant.accessToken, organization, organizationId, inviter: session.user.login });
  }
}

const RIGHTS_LOST: JobStop = { reason: 'rights-lost', words: null, until: null };
