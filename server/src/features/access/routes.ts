import {
  type AccessCause,
  GET_ORGANIZATION_ACCESS,
  type OrganizationAccessView,
  type UncheckedPart,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { HostMembership, NamedOrganization } from '../../code-host/people/types.ts';
import { canBeLogin, type Membership, type OrganizationRole, sameLogin } from '../../domain/account.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import { signedIn } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import {
  HOST_REFUSAL_MAPPINGS,
  NO_ORGANIZATION,
  type RefusalResponse,
  SIGN_IN_AGAIN,
  SIGN_IN_FIRST,
} from '../../http/refusals.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import { type MembershipNow, membershipNow, type RenamedOrganization } from '../../sessions/live-rights.ts';
import {
  type AccessServices,
  type AppFacts,
  appCauses,
  createReadApp,
  ofOrganization,
  optionalPermissions,
  type ReadApp,
  uncheckedApp,
} from './app-facts.ts';

const refusalResponses = {
  'login-missing': NO_ORGANIZATION,
  'no-session': SIGN_IN_FIRST,
  'token-not-accepted': SIGN_IN_AGAIN,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification (decision O3). */
export const accessRoutes: FastifyPluginAsync<AccessServices> = async (app, services) => {
  const readApp = createReadApp(services);

  addEndpoint(app, GET_ORGANIZATION_ACCESS, { access: signedIn, refusalResponses }, async (request, { session }) => {
    const outcome = await checkAccess(services, readApp, session, request.params.login);
    return outcome.ok ? ok({ access: outcome.value }) : outcome;
  });
};

/**
 * Finds what prevents a person from seeing all of an organization. Only its members learn whether the App is installed.
 */
async function checkAccess(
  { runtime, codeHost, sessions }: AccessServices,
  readApp: ReadApp,
  session: Session,
  login: string,
): Promise<Result<OrganizationAccessView, keyof typeof refusalResponses>> {
  const requestedLogin = login.trim();
  if (requestedLogin === '') return refuse('login-missing');
  const membershipAtSignIn = membershipIn(session, requestedLogin);
  const request = { login: requestedLogin, checkedAt: runtime.clock.now() };
  if (!canBeLogin(requestedLogin))
    return ok(accessView({ ...request, membershipAtSignIn, membership: notRequested(membershipAtSignIn), app: null }));

  const fresh = await sessions.fresh(session);
  if (!fresh.ok) return refuse('no-session');
  // For people the session lists, both requests run concurrently.
  const early = membershipAtSignIn === null ? null : readApp(session.user.id, membershipAtSignIn.organization);
  const [membership, appAtSignIn] = await Promise.all([membershipNow(codeHost, fresh.value, requestedLogin), early]);
  if (membershipRefusal(membership) === 'token-not-accepted') return refuse('token-not-accepted');

  const belongsTo = organizationOf(membership, membershipAtSignIn);
  const app = belongsTo === null ? null : (appAtSignIn ?? (await readApp(session.user.id, belongsTo)));
  const facts: AccessFacts = {
    ...request,
    membershipAtSignIn: ofSameOrganization(session, membershipAtSignIn, membership),
    membership,
    app: app === null || belongsTo === null ? app : ofOrganization(app, belongsTo),
  };
  logUnchecked(runtime.log, facts, session);
  return ok(accessView(facts));
}

function logUnchecked(log: Log, { membership, app }: AccessFacts, { user }: Session): void {
  const unseen = membershipRefusal(membership) === 'unchecked' ? membership : undefined;
  const refusals = [unseen, app?.installation, app?.app].flatMap((part) =>
    part === undefined || part.ok ? [] : [part.refusal.kind],
  );
  if (refusals.length === 0) return;
  log.warn({ userId: user.id, refusals }, "could not fully check a person's access");
}

const membershipRefusal = (membership: Result<MembershipNow, HostRefusal>) =>
  membership.ok ? null : HOST_REFUSAL_MAPPINGS[membership.refusal.kind].membership;

/** The session may list a login that is otherwise impossible. */
const notRequested = (membershipAtSignIn: Membership | null): Result<MembershipNow, HostRefusal> =>
  membershipAtSignIn === null ? ok({ kind: 'none' }) : refuse({ kind: 'missing', message: '' });

/** Returns null for unknown people, former members and invitees. */
function organizationOf(
  membership: Result<MembershipNow, HostRefusal>,
  membershipAtSignIn: Membership | null,
): NamedOrganization | null {
  if (!membership.ok) return membershipAtSignIn?.organization ?? null;
  return membership.value.kind === 'active' ? membership.value.organization : null;
}

/** The membership in the organization that has the login now, whatever its login was at sign-in. */
function ofSameOrganization(
  { memberships }: Session,
  membershipAtSignIn: Membership | null,
  membership: Result<MembershipNow, HostRefusal>,
): Membership | null {
  if (!membership.ok || !('organization' in membership.value)) return membershipAtSignIn;
  const { id } = membership.value.organization;
  return memberships.find(({ organization }) => organization.id === id) ?? null;
}

interface AccessFacts {
  readonly login: string;
  readonly checkedAt: Date;
  /** Null if the session lists none. */
  readonly membershipAtSignIn: Membership | null;
  readonly membership: Result<HostMembership | RenamedOrganization, HostRefusal>;
  /** Null if the person may not know whether the App is installed. */
  readonly app: AppFacts | null;
}

/** In the order in which to fix them. */
function accessView({ login, checkedAt, membershipAtSignIn, membership, app }: AccessFacts): OrganizationAccessView {
  const now = membership.ok ? membership.value : null;
  const role = { atSignIn: roleAtSignIn(membershipAtSignIn), now: now?.kind === 'active' ? now.role : null };
  return {
    login: loginNow(now) ?? membershipAtSignIn?.organization.login ?? login,
    checkedAt: checkedAt.toISOString(),
    role,
    causes: [
      ...(membership.ok ? membershipCauses(membership.value, membershipAtSignIn) : withheldCauses(membership.refusal)),
      ...(now?.kind === 'active' ? sessionCauses(membershipAtSignIn, now) : []),
      ...(app === null ? [] : appCauses(app)),
    ],
    unchecked: [
      ...uncheckedPart('membership', membership.ok ? null : uncheckedMembership(membership.refusal)),
      ...uncheckedPart('installation', app === null ? null : uncheckedApp(app)),
    ],
    optionalPermissions: role.now === 'admin' && app !== null ? optionalPermissions(app) : [],
  };
}

function loginNow(now: HostMembership | RenamedOrganization | null): string | undefined {
  if (now === null || now.kind === 'none') return undefined;
  return now.kind === 'renamed' ? now.login : now.organization.login;
}

function roleAtSignIn(membershipAtSignIn: Membership | null): OrganizationRole | null {
  if (membershipAtSignIn === null) return null;
  return membershipAtSignIn.viewerCanAdminister ? 'admin' : 'member';
}

function membershipCauses(
  now: HostMembership | RenamedOrganization,
  membershipAtSignIn: Membership | null,
): readonly AccessCause[] {
  switch (now.kind) {
    case 'none':
      return [{ kind: membershipAtSignIn === null ? 'no-membership' : 'membership-ended' }];
    case 'renamed':
      return [{ kind: 'renamed', formerLogin: now.formerLogin, login: now.login }];
    case 'pending':
      return [{ kind: 'invitation-pending' }];
    case 'active':
      return [];
  }
}

/** Causes that only a new sign-in fixes. */
function sessionCauses(
  atSignIn: Membership | null,
  { organization: { login }, role }: Extract<HostMembership, { readonly kind: 'active' }>,
): readonly AccessCause[] {
  if (atSignIn === null) return [{ kind: 'not-known-at-sign-in' }];
  const formerLogin = atSignIn.organization.login;
  return [
    ...(sameLogin(formerLogin, login) ? [] : [{ kind: 'renamed', formerLogin, login } as const]),
    ...(atSignIn.viewerCanAdminister === (role === 'admin') ? [] : [{ kind: 'role-changed' } as const]),
  ];
}

/** Reasons that a person can fix. */
function withheldCauses(refusal: HostRefusal): readonly AccessCause[] {
  if (refusal.kind === 'single-sign-on') return [{ kind: refusal.kind, authorizeUrl: refusal.authorizeUrl }];
  return refusal.kind === 'ip-allow-list' ? [{ kind: refusal.kind }] : [];
}

function uncheckedMembership({ kind }: HostRefusal): UncheckedPart['reason'] | null {
  const { membership, unchecked } = HOST_REFUSAL_MAPPINGS[kind];
  return membership === 'unchecked' ? unchecked : null;
}

const uncheckedPart = (
  part: UncheckedPart['part'],
  reason: UncheckedPart['reason'] | null,
): readonly UncheckedPart[] => (reason === null ? [] : [{ part, reason }]);
