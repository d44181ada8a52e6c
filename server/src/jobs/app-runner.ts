import { readOwnerById } from '../code-host/people/owner-by-id.ts';
import type { AuthorizedStep } from '../domain/app-work.ts';
import { type HostRefusal, hostMessage, type OtherOrganization } from '../domain/host-refusal.ts';
import type { Installation } from '../domain/installation.ts';
import { APP_SENDING_BEGINS_MS } from '../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { HostToken } from '../lib/secrets.ts';
import { type JobStop, jobStopFor, type Runner, stopAs } from './job-stop.ts';
import type { JobServices, StepServices } from './services.ts';
import type { JobRecord } from './store/types.ts';

type ApprovedJob = Pick<JobRecord, 'organizationId' | 'runBy'>;

/**
 * The App, for a person whose session has ended, if that person owns the organization now. Reads with a token that can
 * change nothing.
 */
export async function appRunnerFor(services: JobServices, job: ApprovedJob): Promise<Result<Runner, JobStop>> {
  const { organizationId } = job;
  // Of two, the one stored last counts.
  const installation = (await services.sessions.installations.findByAccounts([organizationId])).at(-1);
  if (installation === undefined) return refuse(stopAs('app-missing'));
  if (installation.suspendedAt !== null) return refuse(stopAs('app-suspended'));
  const owner = await ownerThrough(services, installation, job);
  const isElsewhere = !owner.ok && (owner.refusal.kind === 'other-organization' || owner.refusal.kind === 'missing');
  if (!isElsewhere) return runnerIn(services, installation, job, owner);
  // The record follows a rename a little later.
  const now = await services.codeHost.installation(installation.id);
  if (!now.ok) return refuse(stopOfToken(services, now.refusal));
  if (now.value === null || now.value.accountId !== organizationId) return refuse(stopAs('app-missing'));
  return runnerIn(services, now.value, job, await ownerThrough(services, now.value, job));
}

type OwnerNow = Result<{ readonly login: string; readonly token: HostToken } | null, OwnerRefusal>;

type OwnerRefusal = HostRefusal | OtherOrganization | { readonly kind: 'no-token'; readonly stop: JobStop };

/** A kept token that is rejected while reading, for example since a suspension, is replaced. */
async function ownerThrough(
  services: JobServices,
  { id, accountLogin: organization }: Installation,
  { organizationId, runBy }: ApprovedJob,
): Promise<OwnerNow> {
  const { codeHost } = services;
  // If a token is missing, so is the App; if a read is, the organization may have another login.
  const before = await codeHost.tokenForReads(id);
  if (!before.ok) return refuse({ kind: 'no-token', stop: stopOfToken(services, before.refusal) });
  const client = { addresses: codeHost.addresses, ...codeHost.asInstallation(id, 'jobs') };
  const owner = await readOwnerById(client, { organization, organizationId }, runBy);
  const token = await codeHost.tokenForReads(id);
  if (!token.ok) return refuse({ kind: 'no-token', stop: stopOfToken(services, token.refusal) });
  return owner.ok ? ok(owner.value && { login: owner.value.login, token: token.value }) : owner;
}

function runnerIn(
  { runtime }: JobServices,
  { id, accountLogin, repositorySelection }: Installation,
  { organizationId }: ApprovedJob,
  owner: OwnerNow,
): Result<Runner, JobStop> {
  if (!owner.ok) {
    const { refusal } = owner;
    return refuse(refusal.kind === 'no-token' ? refusal.stop : jobStopFor(refusal, runtime.clock.now(), 'app'));
  }
  if (owner.value === null) return refuse(stopAs('rights-lost'));
  const { login: inviter, token } = owner.value;
  const installation = { id, repositorySelection };
  return ok({ token, organization: accountLogin, organizationId, inviter, carriedOutBy: 'app', installation });
}

interface AppChange<T, R> {
  readonly runner: Runner;
  readonly step: AuthorizedStep;
  readonly send: (sender: Runner) => Promise<Result<T, R | JobStop>>;
  /** When the row was marked, on the clock of `performance`. */
  readonly startedMs: number;
}

/** Makes one change with a token for it. Where a kept token is rejected, nothing arrived: it is sent with another. */
export async function sendAsApp<T, R extends { readonly kind: string }>(
  services: StepServices,
  { runner, step, send, startedMs }: AppChange<T, R>,
): Promise<Result<T, R | JobStop>> {
  let rejected: HostToken | undefined;
  for (;;) {
    const token = await services.codeHost.tokenForStep(step, rejected);
    if (!token.ok) return refuse(stopOfToken(services, token.refusal));
    // Later, another instance may already look for what this would send.
    if (performance.now() - startedMs > APP_SENDING_BEGINS_MS)
      return refuse(jobStopFor(LATE, services.runtime.clock.now(), 'app'));
    const sent = await send({ ...runner, token: token.value });
    const isRejected = !sent.ok && 'kind' in sent.refusal && sent.refusal.kind === 'unauthorized';
    if (!isRejected || rejected !== undefined) return sent;
    rejected = token.value;
  }
}

const LATE: HostRefusal = { kind: 'unreachable', message: 'the token for a change took too long' };

/** GitHub docs: Create an installation access token for an app. */
function stopOfToken({ runtime }: Pick<StepServices, 'runtime'>, refusal: HostRefusal): JobStop {
  if (refusal.kind === 'missing') return stopAs('app-missing', hostMessage(refusal));
  return jobStopFor(refusal, runtime.clock.now(), 'app');
}
