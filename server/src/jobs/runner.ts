import type { CodeHost } from '../code-host/code-host.ts';
import { readOwnMembership } from '../code-host/people/memberships.ts';
import type { InvitationContext } from '../code-host/people/types.ts';
import { absentFor } from '../code-host/types.ts';
import { sameLogin } from '../domain/account.ts';
import { type ChangeRefusal, type HostRefusal, type HostResult, hostMessage } from '../domain/host-refusal.ts';
import type { JobReason } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Session } from '../domain/session.ts';
import { JOB_RATE_LIMIT_MS, JOB_UNREACHABLE_MS } from '../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { loginAfterRename, type Owner, type RightsRefusal } from '../sessions/live-rights.ts';
import type { Sessions } from '../sessions/services.ts';
import type { JobServices } from './services.ts';
import type { JobRecord } from './store/types.ts';

/** Why a job stops. If `until` is null, a person must act. */
export interface JobStop {
  readonly reason: JobReason;
  readonly message: string | null;
  readonly until: Date | null;
}

export function jobStopFor(refusal: HostRefusal | ChangeRefusal | RightsRefusal, now: Date): JobStop {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const message = hostMessage(refusal);
  switch (refusal.kind) {
    case 'no-session':
      return { reason: 'session-ended', message, until: null };
    case 'unauthorized':
      return { reason: 'token-rejected', message, until: null };
    case 'rate-limited':
      return { reason: 'rate-limited', message, until: refusal.retryAt ?? after(JOB_RATE_LIMIT_MS) };
    case 'unreachable':
    case 'not-confirmed':
    // The answers contradict each other; the next may agree.
    case 'other-organization':
      return { reason: 'unreachable', message, until: after(JOB_UNREACHABLE_MS) };
    default:
      return { reason: 'rights-lost', message, until: null };
  }
}

/**
 * Asks whether the person of a job still owns the organization. If so, a refusal concerns only the step that was sent, and
 * the job can go on with the next.
 */
export async function isOwnerNow(
  codeHost: CodeHost,
  { token, organization, organizationId }: Runner,
): Promise<HostResult<boolean>> {
  const own = await readOwnMembership(codeHost.as({ token }), organization);
  return own.ok ? ok(absentFor(own.value, organizationId) !== null) : own;
}

interface RightsServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
}

interface NamedOrganization {
  readonly organizationId: number;
  /** May be a former login. */
  readonly organizationLogin: string;
}

/** Another organization may take over the login, so the organization is identified by ID. */
export async function ownerOf(
  { runtime, codeHost, sessions }: RightsServices,
  session: Session,
  { organizationId, organizationLogin }: NamedOrganization,
): Promise<Result<Owner, RightsRefusal>> {
  const owner = await sessions.rights(session, organizationLogin);
  if (owner.ok && owner.value.organizationId === organizationId) return owner;
  const refused = owner.ok ? RIGHTS_LOST : owner;
  if (jobStopFor(refused.refusal, runtime.clock.now()).reason !== 'rights-lost') return refused;
  const { grant } = owner.ok ? owner.value.session : session;
  const named = { id: organizationId, login: organizationLogin };
  const login =
    refused.refusal.kind === 'renamed'
      ? ok(refused.refusal.login)
      : await loginAfterRename(codeHost, grant.accessToken, named);
  if (!login.ok) return login;
  if (login.value === null) return refused;
  const renamed = await sessions.rights(session, login.value);
  return renamed.ok && renamed.value.organizationId !== organizationId ? RIGHTS_LOST : renamed;
}

const RIGHTS_LOST = refuse({ kind: 'not-a-member' } as const);

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
