import { canBeLogin, foldLogin, type MembershipRole } from '../domain/account.ts';
import { LIVE_MEMBERSHIP_MS, LIVE_MEMBERSHIPS_MAX } from '../domain/limits/sessions.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { Session } from '../domain/session.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { SeenMembership } from '../ports/code-host/memberships.ts';
import type { HostRefusal } from '../ports/code-host/refusals.ts';
import type { Clock } from '../ports/system.ts';
import type { FreshSession } from './fresh-session.ts';
import { createRecentAnswers } from './recent-answers.ts';

export interface LiveMembershipDeps {
  readonly codeHost: Pick<CodeHost, 'ownMembership'>;
  readonly freshSession: FreshSession;
  readonly clock: Clock;
}

/** Somebody who belongs to an organization at this moment. */
export interface Member {
  /** With a token that works. */
  readonly session: Session;
  /** Login of the organization, as the code host writes it. */
  readonly organization: string;
  /** Stays when it is renamed. */
  readonly organizationId: number;
  readonly role: MembershipRole;
}

/** Why somebody may not do what only members may. */
export type MembershipRefusal = { readonly kind: 'no-organization' | 'no-session' | 'not-a-member' } | HostRefusal;

/** What the caller is in an organization, whatever their session says. */
export interface LiveMembership {
  (session: Session, login: string): Promise<Result<Member, MembershipRefusal>>;
  /** A login stands for another organization, or places in it were changed: of everybody there, they are asked anew. */
  outdate(organization: string): void;
}

/**
 * Asks the code host what the caller is in an organization. Its answer counts for a minute, for all requests of the
 * session on this instance; of those at the same moment, one asks. No answer is not kept.
 */
export function createLiveMembership({ codeHost, freshSession, clock }: LiveMembershipDeps): LiveMembership {
  const recentAnswers = createRecentAnswers<SeenMembership>({
    clock,
    keptMs: LIVE_MEMBERSHIP_MS,
    weightMax: LIVE_MEMBERSHIPS_MAX,
  });

  const liveMembership = async (session: Session, login: string): Promise<Result<Member, MembershipRefusal>> => {
    const wanted = login.trim();
    if (wanted === '') return refuse({ kind: 'no-organization' });
    if (!canBeLogin(wanted)) return refuse({ kind: 'not-a-member' });
    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse({ kind: 'no-session' });
    const { key, grant } = fresh.value;
    const membership = await recentAnswers(`${key} ${foldLogin(wanted)}`, () =>
      codeHost.ownMembership(grant.accessToken, wanted),
    );
    if (!membership.ok) return membership;
    if (membership.value.kind !== 'active') return refuse({ kind: 'not-a-member' });
    const { role, organization } = membership.value;
    return ok({ session: fresh.value, organization: organization.login, organizationId: organization.id, role });
  };

  return Object.assign(liveMembership, {
    outdate(organization: string) {
      const place = ` ${foldLogin(organization)}`;
      recentAnswers.outdate((name) => name.endsWith(place));
    },
  });
}
