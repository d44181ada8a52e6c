import type { CodeHost } from '../code-host/code-host.ts';
import type { HostMembership } from '../code-host/people/types.ts';
import { type Organization, sameLogin } from '../domain/account.ts';
import type { HostResult } from '../domain/host-refusal.ts';
import { membershipIn, type Session } from '../domain/session.ts';
import type { HostToken } from '../lib/crypto/credentials.ts';
import { ok } from '../lib/result.ts';

/** An organization of the session that has another login by now. */
export interface RenamedOrganization {
  readonly kind: 'renamed';
  /** The login that the session lists. */
  readonly formerLogin: string;
  /** Its present login. */
  readonly login: string;
  readonly sentence: string;
}

export const renamedOrganization = (formerLogin: string, login: string): RenamedOrganization => ({
  kind: 'renamed',
  formerLogin,
  login,
  sentence: `${formerLogin} is now ${login}. Please sign in again.`,
});

/**
 * The present login of an organization that was not found by name, by its number in the person's own list. Null if it
 * was not renamed, or is not in the list: the person may have left it, or single sign-on withholds it.
 */
export async function loginAfterRename(
  codeHost: Pick<CodeHost, 'profile'>,
  token: HostToken,
  { id, login }: Pick<Organization, 'id' | 'login'>,
): Promise<HostResult<string | null>> {
  const profile = await codeHost.profile(token);
  if (!profile.ok) return profile;
  const found = profile.value.memberships.find(({ organization }) => organization.id === id)?.organization.login;
  return ok(found === undefined || sameLogin(found, login) ? null : found);
}

export type MembershipNow = HostMembership | RenamedOrganization;

/** The membership under this login. A 404 by name alone proves nothing about an organization of the sign-in. */
export async function membershipNow(
  codeHost: Pick<CodeHost, 'ownMembership' | 'profile'>,
  session: Session,
  login: string,
): Promise<HostResult<MembershipNow>> {
  const { accessToken } = session.grant;
  const membership = await codeHost.ownMembership(accessToken, login);
  const atSignIn = membershipIn(session, login)?.organization ?? null;
  if (!membership.ok || membership.value.kind !== 'none' || atSignIn === null) return membership;
  const now = await loginAfterRename(codeHost, accessToken, atSignIn);
  if (!now.ok) return now;
  return now.value === null ? membership : ok(renamedOrganization(atSignIn.login, now.value));
}
