import type { OrganizationFailure, OrganizationFinishedLine, OrganizationsLine, UnreadReason } from '@orgdesk/contract';
import type { HostClients } from '../code-host/client.ts';
import { readOrganization } from '../code-host/client.ts';
import { readProfile } from '../code-host/people/accounts.ts';
import { readOwnMembership } from '../code-host/people/memberships.ts';
import type { HostMembership } from '../code-host/people/types.ts';
import { createRecentResults } from '../code-host/recent-results.ts';
import type { BudgetedReads } from '../code-host/send/call-meter.ts';
import { canBeLogin, foldLogin, type MembershipRole, type Organization, sameLogin } from '../domain/account.ts';
import { type HostRefusal, type HostResult, hostMessage } from '../domain/host-refusal.ts';
import type { InstallationRecord } from '../domain/installation.ts';
import { membershipIn, type Session } from '../domain/session.ts';
import { LIVE_MEMBERSHIP_MS, LIVE_MEMBERSHIPS_MAX } from '../lib/limits/sessions.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { HostToken } from '../lib/secrets.ts';
import type { Clock } from '../lib/system.ts';
import type { FreshSession } from './fresh-session.ts';

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
  codeHost: HostClients,
  token: HostToken,
  { id, login }: Pick<Organization, 'id' | 'login'>,
): Promise<HostResult<string | null>> {
  const profile = await readProfile(codeHost.as({ token }));
  if (!profile.ok) return profile;
  const found = profile.value.memberships.find(({ organization }) => organization.id === id)?.organization.login;
  return ok(found === undefined || sameLogin(found, login) ? null : found);
}

export type MembershipNow = HostMembership | RenamedOrganization;

/** The membership under this login. A 404 by name alone proves nothing about an organization of the sign-in. */
export async function membershipNow(
  codeHost: HostClients,
  session: Session,
  login: string,
): Promise<HostResult<MembershipNow>> {
  const { accessToken } = session.grant;
  const membership = await readOwnMembership(codeHost.as({ token: accessToken }), login);
  const atSignIn = membershipIn(session, login)?.organization ?? null;
  if (!membership.ok || membership.value.kind !== 'none' || atSignIn === null) return membership;
  const now = await loginAfterRename(codeHost, accessToken, atSignIn);
  if (!now.ok) return now;
  return now.value === null ? membership : ok(renamedOrganization(atSignIn.login, now.value));
}

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
export function createLiveMembership(codeHost: HostClients, freshSession: FreshSession, clock: Clock): LiveMembership {
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

export type Owner = Omit<Member, 'role'>;

export type RightsRefusal = MembershipRefusal | { readonly kind: 'not-admin' };

/** Whether the caller is an owner now, whatever the session says. */
export interface LiveRights {
  (session: Session, login: string): Promise<Result<Owner, RightsRefusal>>;
  invalidate(organization: string): void;
}

export function createLiveRights(liveMembership: LiveMembership): LiveRights {
  const liveRights = async (session: Session, login: string): Promise<Result<Owner, RightsRefusal>> => {
    const member = await liveMembership(session, login);
    return member.ok && member.value.role !== 'admin' ? refuse({ kind: 'not-admin' }) : member;
  };
  return Object.assign(liveRights, { invalidate: liveMembership.invalidate });
}

/**
 * Refuses what was just read if the login now belongs to another organization: rights are cached for a minute. For
 * lists whose entries do not name their organization.
 */
export async function sameOrganization(
  codeHost: HostClients,
  { session, organization, organizationId }: Owner,
): Promise<HostResult<void>> {
  const current = await readOrganization(codeHost.as({ token: session.grant.accessToken }), organization);
  if (!current.ok) return current;
  return current.value?.id === organizationId ? ok(undefined) : refuse({ kind: 'missing', message: '' });
}

export interface OwnedOrganization {
  readonly organization: Organization;
  /** Null without the App. */
  readonly installation: InstallationRecord | null;
}

/** Organizations of the sign-in; whether the person still owns one is checked before it is read. */
export function ownedOrganizations(
  { memberships }: Session,
  installations: readonly InstallationRecord[],
): readonly OwnedOrganization[] {
  const byAccount = new Map(installations.map((record) => [record.accountId, record]));
  return memberships
    .filter(({ viewerCanAdminister }) => viewerCanAdminister)
    .map(({ organization }) => ({ organization, installation: byAccount.get(organization.id) ?? null }));
}

/** An installation's record follows renames. */
export const loginNow = ({ organization, installation }: OwnedOrganization): string =>
  installation?.accountLogin ?? organization.login;

export const organizationsLine = (owned: readonly OwnedOrganization[]): OrganizationsLine => ({
  kind: 'organizations',
  organizations: owned.map((each) => ({
    id: each.organization.id,
    login: loginNow(each),
    name: each.organization.name,
    avatarUrl: each.organization.avatarUrl,
  })),
});

export type UnreadCause = RightsRefusal | { readonly kind: 'app-missing' | 'app-suspended' | 'out-of-time' };

interface CheckOwner {
  readonly liveRights: LiveRights;
  readonly reads: Pick<BudgetedReads, 'limit'>;
  readonly session: Session;
  readonly end: AbortSignal;
}

/** Makes no call where it would be in vain. */
export async function ownerIn(
  owned: OwnedOrganization,
  { liveRights, reads, session, end }: CheckOwner,
): Promise<Result<Owner, UnreadCause>> {
  if (end.aborted) return refuse({ kind: 'out-of-time' });
  if (owned.installation === null) return refuse({ kind: 'app-missing' });
  if (owned.installation.suspendedAt !== null) return refuse({ kind: 'app-suspended' });
  const limit = reads.limit();
  if (limit !== null) return refuse({ kind: 'rate-limited', ...limit });
  const named = await liveRights(session, loginNow(owned));
  // The record follows a rename a little later.
  const owner = !named.ok && named.refusal.kind === 'renamed' ? await liveRights(session, named.refusal.login) : named;
  return owner.ok && owner.value.organizationId !== owned.organization.id ? refuse({ kind: 'not-a-member' }) : owner;
}

const REASONS: Readonly<Record<UnreadCause['kind'], UnreadReason>> = {
  'app-missing': 'app-missing',
  'app-suspended': 'app-suspended',
  'out-of-time': 'out-of-time',
  'no-session': 'token-rejected',
  unauthorized: 'token-rejected',
  'no-organization': 'not-a-member',
  'not-a-member': 'not-a-member',
  renamed: 'not-a-member',
  missing: 'not-a-member',
  'not-admin': 'not-an-owner',
  'rate-limited': 'limit',
  'single-sign-on': 'single-sign-on',
  'ip-allow-list': 'ip-allow-list',
  rejected: 'refused',
  unreachable: 'unreachable',
};

export function failureOf(cause: UnreadCause): OrganizationFailure {
  const message = hostMessage(cause);
  const retryAt = 'retryAt' in cause ? (cause.retryAt?.toISOString() ?? null) : null;
  const authorizeUrl = 'authorizeUrl' in cause ? cause.authorizeUrl : null;
  return { reason: REASONS[cause.kind], message, retryAt, authorizeUrl };
}

export const unreadLine = ({ organization }: OwnedOrganization, cause: UnreadCause): OrganizationFinishedLine => ({
  kind: 'finished',
  organization: organization.id,
  isComplete: false,
  failure: failureOf(cause),
});
