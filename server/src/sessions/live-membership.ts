import type { CodeHost } from '../code-host/code-host.ts';
import { createRecentResults } from '../code-host/recent-results.ts';
import { canBeLogin, foldLogin, type MembershipRole } from '../domain/account.ts';
import type { HostRefusal } from '../domain/host-refusal.ts';
import type { Session } from '../domain/session.ts';
import { LIVE_MEMBERSHIP_MS, LIVE_MEMBERSHIPS_MAX } from '../lib/limits/sessions.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Clock } from '../lib/system.ts';
import type { FreshSession } from './fresh-session.ts';
import { type MembershipNow, membershipNow, type RenamedOrganization } from './renamed-organization.ts';

export interface Member {
  /** Has a valid token. */
  readonly session: Session;
  readonly organization: string;
  readonly organizationId: number;
  readonly role: MembershipRole;
}

export type MembershipRefusal =
  | { readonly kind: 'no-organization' | 'no-session' | 'not-a-member' }
  | RenamedOrganization
  | HostRefusal;

/** The caller's membership now, independent of the session. */
export interface LiveMembership {
  (session: Session, login: string): Promise<Result<Member, MembershipRefusal>>;
  invalidate(organization: string): void;
}

/** Caches answers for a minute per session and instance, but not refusals. Simultaneous requests share one call. */
export function createLiveMembership(codeHost: CodeHost, freshSession: FreshSession, clock: Clock): LiveMembership {
  const recentAnswers = createRecentResults<MembershipNow>({
    clock,
    keptMs: LIVE_MEMBERSHIP_MS,
    weightMax: LIVE_MEMBERSHIPS_MAX,
  });

  const liveMembership = async (session: Session, login: string): Promise<Result<Member, MembershipRefusal>> => {
    const requestedLogin = login.trim();
    if (requestedLogin === '') return refuse({ kind: 'no-organization' });
    if (!canBeLogin(requestedLogin)) return refuse({ kind: 'not-a-member' });
    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse({ kind: 'no-session' });
    const { key } = fresh.value;
    const membership = await recentAnswers(`${key} ${foldLogin(requestedLogin)}`, () =>
      membershipNow(codeHost, fresh.value, requestedLogin),
    );
    if (!membership.ok) return membership;
    if (membership.value.kind === 'renamed') return refuse(membership.value);
    if (membership.value.kind !== 'active') return refuse({ kind: 'not-a-member' });
    const { role, organization } = membership.value;
    return ok({ session: fresh.value, organization: organization.login, organizationId: organization.id, role });
  };

  return Object.assign(liveMembership, {
    invalidate(organization: string) {
      const suffix = ` ${foldLogin(organization)}`;
      recentAnswers.invalidate((name) => name.endsWith(suffix));
    },
  });
}
