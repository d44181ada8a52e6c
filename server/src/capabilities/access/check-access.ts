import type { OrganizationAccessView } from '@orgdesk/contract';
import { canBeLogin, type Membership } from '../../domain/account.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { NamedOrganization } from '../../ports/code-host/memberships.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../shared/refusals.ts';
import type { FreshSession } from '../../shared/sessions/fresh-session.ts';
import { type MembershipNow, membershipNow } from '../../shared/sessions/renamed-organization.ts';
import { type AccessFacts, accessView } from './access-view.ts';
import type { AppFacts } from './app-facts.ts';
import type { AccessCheckRefusal } from './messages.ts';
import type { ReadApp } from './read-app.ts';

export interface CheckAccessDeps {
  readonly codeHost: Pick<CodeHost, 'ownMembership' | 'profile'>;
  readonly readApp: ReadApp;
  readonly freshSession: FreshSession;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Finds what prevents a person from seeing all of an organization. Only its members learn whether the App is installed.
 */
export function createCheckAccess({ codeHost, readApp, freshSession, clock, log }: CheckAccessDeps) {
  return async (session: Session, login: string): Promise<Result<OrganizationAccessView, AccessCheckRefusal>> => {
    const requestedLogin = login.trim();
    if (requestedLogin === '') return refuse('login-missing');
    const membershipAtSignIn = membershipIn(session, requestedLogin);
    const request = { login: requestedLogin, checkedAt: clock.now() };
    if (!canBeLogin(requestedLogin))
      return ok(
        accessView({ ...request, membershipAtSignIn, membership: notRequested(membershipAtSignIn), app: null }),
      );

    const fresh = await freshSession(session);
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
      app: ofOrganization(app, belongsTo),
    };
    logUnchecked(facts, session);
    return ok(accessView(facts));
  };

  function logUnchecked({ membership, app }: AccessFacts, { user }: Session): void {
    const unseen = membershipRefusal(membership) === 'unchecked' ? membership : undefined;
    const refusals = [unseen, app?.installation, app?.app].flatMap((part) =>
      part === undefined || part.ok ? [] : [part.refusal.kind],
    );
    if (refusals.length === 0) return;
    log.warn({ userId: user.id, refusals }, "could not fully check a person's access");
  }
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

/** Drops an installation whose account took over the login. */
function ofOrganization(app: AppFacts | null, organization: NamedOrganization | null): AppFacts | null {
  if (app === null || organization === null || !app.installation.ok || app.installation.value === null) return app;
  if (app.installation.value.installation.accountId === organization.id) return app;
  return {
    ...app,
    installation: refuse({ kind: 'unreachable', message: 'the installation belongs to another account' }),
  };
}
