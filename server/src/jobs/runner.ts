import type { CodeHost } from '../code-host/code-host.ts';
import { readOwnMembership } from '../code-host/people/memberships.ts';
import { absentFor } from '../code-host/types.ts';
import { sameLogin } from '../domain/account.ts';
import type { HostResult } from '../domain/host-refusal.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Session } from '../domain/session.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { loginAfterRename, type Owner, type RightsRefusal } from '../sessions/live-rights.ts';
import type { Sessions } from '../sessions/services.ts';
import { appRunnerFor } from './app-runner.ts';
import { type JobStop, jobStopFor, type Runner, stopAs } from './job-stop.ts';
import type { JobServices, Jobs } from './services.ts';
import type { JobRecord } from './store/types.ts';

/**
 * Whether a refusal concerns only the step that was sent, so that the job can go on with the next. Of a person: they still
 * own the organization. Of the App: what was sent is invalid, since everything else may be allowed to a person.
 */
export async function isOfStepAlone(
  codeHost: CodeHost,
  { token, organization, organizationId, carriedOutBy }: Runner,
  refusal: { readonly kind: string; readonly status?: number },
): Promise<HostResult<boolean>> {
  if (carriedOutBy === 'app') return ok(refusal.kind === 'rejected' && refusal.status === INVALID);
  const own = await readOwnMembership(codeHost.as({ token }), organization);
  return own.ok ? ok(absentFor(own.value, organizationId) !== null) : own;
}

const INVALID = 422;

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

type RunJob = Pick<JobRecord, 'organizationId' | 'organizationLogin' | 'sessionKey' | 'runBy' | 'approval'>;

/** Call it before each request. Reports a new login to `rename`. */
export async function runnerOf(
  services: JobServices,
  job: RunJob,
  rename: (organizationLogin: string) => Promise<unknown>,
): Promise<Result<Runner, JobStop>> {
  const now = services.runtime.clock.now();
  const found = await services.sessions.store.find(job.sessionKey, now);
  const owner = found === null ? refuse({ kind: 'no-session' } as const) : await ownerOf(services, found, job);
  const runner = owner.ok ? ok(runnerAs(owner.value)) : await runnerWithout(services, job, owner.refusal);
  if (runner.ok && !sameLogin(runner.value.organization, job.organizationLogin))
    await rename(runner.value.organization);
  return runner;
}

const runnerAs = ({ session, organization, organizationId }: Owner): Runner => ({
  token: session.grant.accessToken,
  organization,
  organizationId,
  inviter: session.user.login,
  carriedOutBy: null,
  installation: null,
});

/** Once the session is over, the App goes on if the person approved that, and it still holds. */
async function runnerWithout(
  services: JobServices,
  job: RunJob,
  refusal: RightsRefusal,
): Promise<Result<Runner, JobStop>> {
  const stop = jobStopFor(refusal, services.runtime.clock.now());
  if (stop.reason !== 'session-ended') return refuse(stop);
  const ended = stopOfApproval(services.jobs, job, stop);
  return ended === null ? appRunnerFor(services, job) : refuse(ended);
}

/** Null if the App may continue a job whose session has ended. */
export function stopOfApproval(
  { appMayAct }: Pick<Jobs, 'appMayAct'>,
  { approval }: Pick<JobRecord, 'approval'>,
  sessionEnded: JobStop,
): JobStop | null {
  switch (approval) {
    case 'valid':
      return appMayAct ? null : stopAs('app-work-off');
    case 'none':
      return sessionEnded;
    case 'withdrawn':
      return stopAs('approval-withdrawn');
    case 'off':
      return stopAs('app-work-off');
  }
}
