import type { InstallationRequestView } from '@orgdesk/contract';
import type { InstallationRequest } from '../../code-host/app/installations.ts';
import { readProfile } from '../../code-host/people/accounts.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import type { Session } from '../../domain/session.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import type { InstallationServices, requestsRefusalResponses } from './complete-installation.ts';

interface RequestsRefusal {
  readonly kind: keyof typeof requestsRefusalResponses;
  readonly retryAt?: Date | null;
}

/**
 * Lists requests by the person or on organizations they own. Reads current ownership from the profile, because other
 * requests need an installed App, and only for owners at sign-in, so that timing reveals nothing.
 */
export async function listRequests(
  services: InstallationServices,
  session: Session,
): Promise<Result<readonly InstallationRequestView[], RequestsRefusal>> {
  const { user } = session;
  const listed = await services.codeHost.installationRequests();
  if (!listed.ok) return refuseListing(services.runtime.log, session, listed.refusal);
  const ownedAtSignIn = ownedIn(session.memberships);
  const mayConcern = ({ requester, organization }: InstallationRequest) =>
    requester.id === user.id || ownedAtSignIn.has(organization.id);
  const requests = listed.value.filter(mayConcern);

  const owned = await ownedNow(services, session, ownedAtSignIn, requests);
  if (!owned.ok) return owned;
  return ok(
    requests
      .filter(({ requester, organization }) => requester.id === user.id || owned.value.has(organization.id))
      .sort((a, b) => a.id - b.id)
      .map((request) => requestView(request, user.id, owned.value)),
  );
}

async function ownedNow(
  { runtime, codeHost, sessions }: InstallationServices,
  session: Session,
  ownedAtSignIn: ReadonlySet<number>,
  requests: readonly InstallationRequest[],
): Promise<Result<ReadonlySet<number>, RequestsRefusal>> {
  if (!requests.some(({ organization }) => ownedAtSignIn.has(organization.id))) return ok(new Set());
  const fresh = await sessions.fresh(session);
  if (!fresh.ok) return refuse({ kind: 'no-session' });
  const profile = await readProfile(codeHost.as({ token: fresh.value.grant.accessToken }));
  if (profile.ok) return ok(ownedIn(profile.value.memberships));
  return profile.refusal.kind === 'unauthorized'
    ? refuse({ kind: 'token-not-accepted' })
    : refuseListing(runtime.log, session, profile.refusal);
}

function refuseListing(log: Log, { user }: Session, refusal: HostRefusal) {
  log.warn({ userId: user.id, refusal: refusal.kind }, 'could not list requests to install the App');
  return refuse<RequestsRefusal>(refusal.kind === 'rate-limited' ? refusal : { kind: 'not-told' });
}

const ownedIn = (memberships: Session['memberships']): ReadonlySet<number> =>
  new Set(memberships.filter((each) => each.viewerCanAdminister).map(({ organization }) => organization.id));

const requestView = (
  { id, organization, requester, requestedAt, approvalPage }: InstallationRequest,
  viewerId: number,
  owned: ReadonlySet<number>,
): InstallationRequestView => ({
  id,
  organization: { id: organization.id, login: organization.login },
  requester: { id: requester.id, login: requester.login, avatarUrl: requester.avatarUrl },
  requestedAt: requestedAt.toISOString(),
  isOwn: requester.id === viewerId,
  viewerCanApprove: owned.has(organization.id),
  approvalUrl: approvalPage,
});
