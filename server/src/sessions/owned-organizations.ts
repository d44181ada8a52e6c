import type { OrganizationFailure, OrganizationFinishedLine, OrganizationsLine, UnreadReason } from '@orgdesk/contract';
import type { BudgetedReads } from '../code-host/send/call-meter.ts';
import type { Organization } from '../domain/account.ts';
import { hostWords } from '../domain/host-refusal.ts';
import type { InstallationRecord } from '../domain/installation.ts';
import type { Session } from '../domain/session.ts';
import { type Result, refuse } from '../lib/result.ts';
import type { LiveRights, Owner, RightsRefusal } from './live-rights.ts';

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

export interface CheckOwner {
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
  const words = hostWords(cause);
  const retryAt = 'retryAt' in cause ? (cause.retryAt?.toISOString() ?? null) : null;
  const authorizeUrl = 'authorizeUrl' in cause ? cause.authorizeUrl : null;
  return { reason: REASONS[cause.kind], words, retryAt, authorizeUrl };
}

export const unreadLine = ({ organization }: OwnedOrganization, cause: UnreadCause): OrganizationFinishedLine => ({
  kind: 'finished',
  organization: organization.id,
  isComplete: false,
  failure: failureOf(cause),
});
