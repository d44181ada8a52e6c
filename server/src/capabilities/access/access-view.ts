import type { AccessCause, OrganizationAccessView, UncheckedPart } from '@orgdesk/contract';
import { type Membership, type OrganizationRole, sameLogin } from '../../domain/account.ts';
import type { Result } from '../../domain/result.ts';
import type { HostMembership } from '../../ports/code-host/memberships.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../shared/refusals.ts';
import type { RenamedOrganization } from '../../shared/sessions/renamed-organization.ts';
import { type AppFacts, appCauses, optionalPermissions, uncheckedApp } from './app-facts.ts';

export interface AccessFacts {
  readonly login: string;
  readonly checkedAt: Date;
  /** Null if the session lists none. */
  readonly membershipAtSignIn: Membership | null;
  readonly membership: Result<HostMembership | RenamedOrganization, HostRefusal>;
  /** Null if the person may not know whether the App is installed. */
  readonly app: AppFacts | null;
}

/** In the order in which to fix them. */
export function accessView({
  login,
  checkedAt,
  membershipAtSignIn,
  membership,
  app,
}: AccessFacts): OrganizationAccessView {
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
