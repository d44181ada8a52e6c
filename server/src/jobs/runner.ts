import { sameLogin } from '../domain/account.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { Session } from '../domain/session.ts';
import type { CodeHost, Inviting } from '../ports/code-host.ts';
import type { InvitationJobStore, JobRecord } from '../ports/invitation-jobs.ts';
import type { SessionStore } from '../ports/storage.ts';
import type { Clock } from '../ports/system.ts';
import type { LiveRights, Owner } from '../sessions/live-rights.ts';
import { type Hindrance, hindranceOf } from './hindrance.ts';

export interface RunnerDeps {
  readonly codeHost: Pick<CodeHost, 'profile'>;
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly jobs: Pick<InvitationJobStore, 'change'>;
  readonly liveRights: LiveRights;
  readonly clock: Clock;
}

/** As whom a job invites, with a token that works; asked before each row. */
export type RunnerOf = (job: JobRecord) => Promise<Result<Inviting, Hindrance>>;

/**
 * The job belongs to an organization, not to its name: somebody else may have that by now. Where the name stands for
 * another one, or for none, the organization is looked for by its number.
 */
export function createRunnerOf({ codeHost, sessions, jobs, liveRights, clock }: RunnerDeps): RunnerOf {
  return async (job) => {
    const now = clock.now();
    const session = await sessions.find(job.sessionKey, now);
    if (session === null) return refuse(hindranceOf({ kind: 'no-session' }, now));
    const owner = await liveRights(session, job.organizationLogin);
    if (owner.ok && owner.value.organizationId === job.organizationId) return invitingAs(owner.value);
    const hindrance = owner.ok ? LOST : hindranceOf(owner.refusal, now);
    if (hindrance.reason !== 'rights-lost') return refuse(hindrance);
    return renamed(job, owner.ok ? owner.value.session : session, hindrance);
  };

  async function renamed(job: JobRecord, session: Session, hindrance: Hindrance): Promise<Result<Inviting, Hindrance>> {
    const profile = await codeHost.profile(session.grant.accessToken);
    if (!profile.ok) return refuse(hindranceOf(profile.refusal, clock.now()));
    const place = profile.value.memberships.find(({ organization }) => organization.id === job.organizationId);
    if (place === undefined || sameLogin(place.organization.login, job.organizationLogin)) return refuse(hindrance);
    const { login } = place.organization;
    const owner = await liveRights(session, login);
    if (!owner.ok) return refuse(hindranceOf(owner.refusal, clock.now()));
    if (owner.value.organizationId !== job.organizationId) return refuse(LOST);
    await jobs.change(job.id, [job.state], { organizationLogin: login });
    return invitingAs(owner.value);
  }

  function invitingAs({ session, organization }: Owner): Result<Inviting, Hindrance> {
    return ok({ token: session.grant.accessToken, organization, inviter: session.user.login });
  }
}

const LOST: Hindrance = { reason: 'rights-lost', words: null, until: null };
