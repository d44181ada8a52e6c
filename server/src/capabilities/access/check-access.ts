import type { OrganizationAccessView } from '@orgdesk/contract';
import { canBeLogin, type Membership } from '../../domain/account.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { NamedOrganization, SeenMembership } from '../../ports/code-host/memberships.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { TOLD } from '../../refusals.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { accessView, type SeenAccess } from './access-view.ts';
import type { LookAtApp } from './look-at-app.ts';
import type { AccessRefusal } from './messages.ts';
import type { SeenApp } from './seen-app.ts';

export interface CheckAccessDeps {
  readonly codeHost: Pick<CodeHost, 'ownMembership'>;
  readonly lookAtApp: LookAtApp;
  readonly freshSession: FreshSession;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Checks what prevents a person from seeing all of an organization. Only people who belong to it learn whether the App
 * is installed.
 */
export function createCheckAccess({ codeHost, lookAtApp, freshSession, clock, log }: CheckAccessDeps) {
  return async (session: Session, login: string): Promise<Result<OrganizationAccessView, AccessRefusal>> => {
    const wanted = login.trim();
    if (wanted === '') return refuse('login-missing');
    const known = membershipIn(session, wanted);
    const asked = { login: wanted, checkedAt: clock.now() };
    if (!canBeLogin(wanted)) return ok(accessView({ ...asked, known, membership: neverAsked(known), app: null }));

    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse('no-session');
    // For people the session lists, both requests run concurrently.
    const early = known === null ? null : lookAtApp(session.user.id, known.organization);
    const [membership, appOfKnown] = await Promise.all([
      codeHost.ownMembership(fresh.value.grant.accessToken, wanted),
      early,
    ]);
    if (toldOf(membership) === 'token-not-accepted') return refuse('token-not-accepted');

    const belongsTo = organizationOf(membership, known);
    const app = belongsTo === null ? null : (appOfKnown ?? (await lookAtApp(session.user.id, belongsTo)));
    const seen: SeenAccess = {
      ...asked,
      known: stillMeant(known, membership),
      membership,
      app: ofOrganization(app, belongsTo),
    };
    tell(seen, session);
    return ok(accessView(seen));
  };

  function tell({ membership, app }: SeenAccess, { user }: Session): void {
    const unseen = toldOf(membership) === 'unchecked' ? membership : undefined;
    const refusals = [unseen, app?.installation, app?.app].flatMap((part) =>
      part === undefined || part.ok ? [] : [part.refusal.kind],
    );
    if (refusals.length === 0) return;
    log.warn({ userId: user.id, refusals }, 'an access could not be looked at in full');
  }
}

const toldOf = (membership: Result<SeenMembership, HostRefusal>) =>
  membership.ok ? null : TOLD[membership.refusal.kind].membership;

/** The session may list a login that is otherwise impossible. */
const neverAsked = (known: Membership | null): Result<SeenMembership, HostRefusal> =>
  known === null ? ok({ kind: 'none' }) : refuse({ kind: 'missing', message: '' });

/** Returns null for unknown people, former members and invitees. */
function organizationOf(
  membership: Result<SeenMembership, HostRefusal>,
  known: Membership | null,
): NamedOrganization | null {
  if (!membership.ok) return known?.organization ?? null;
  return membership.value.kind === 'active' ? membership.value.organization : null;
}

/** Drops a membership whose login now belongs to another organization. */
function stillMeant(known: Membership | null, membership: Result<SeenMembership, HostRefusal>): Membership | null {
  const now = membership.ok && 'organization' in membership.value ? membership.value.organization : null;
  return known !== null && now !== null && now.id !== known.organization.id ? null : known;
}

/** Drops an installation whose account took over the login. */
function ofOrganization(app: SeenApp | null, organization: NamedOrganization | null): SeenApp | null {
  if (app === null || organization === null || !app.installation.ok || app.installation.value === null) return app;
  if (app.installation.value.installation.accountId === organization.id) return app;
  return { ...app, installation: refuse({ kind: 'unreachable', message: 'the installation of another account' }) };
}
