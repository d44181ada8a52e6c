import type { AccessCause, OrganizationAccessView, UncheckedPart } from '@orgdesk/contract';
import type { Membership, MembershipRole, OrganizationRole } from '../../domain/account.ts';
import type { Result } from '../../domain/result.ts';
import type { HostMembership } from '../../ports/code-host/memberships.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../shared/refusals.ts';
import { type AppFacts, appCauses, optionalPermissions, uncheckedApp } from './app-facts.ts';

export interface AccessFacts {
  readonly login: string;
  readonly checkedAt: Date;
  /** Null if the session lists none. */
  readonly membershipAtSignIn: Membership | null;
  readonly membership: Result<HostMembership, HostRefusal>;
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
  const named = now !== null && 'organization' in now ? now.organization.login : membershipAtSignIn?.organization.login;
  return {
    login: named ?? login,
    checkedAt: checkedAt.toISOString(),
    role,
    causes: [
      ...(membership.ok ? membershipCauses(membership.value, membershipAtSignIn) : withheldCauses(membership.refusal)),
      ...(now?.kind === 'active' ? sessionCauses(role.atSignIn, now.role) : []),
      ...(app === null ? [] : appCauses(app)),
    ],
    unchecked: [
      ...uncheckedPart('membership', membership.ok ? null : uncheckedMembership(membership.refusal)),
      ...uncheckedPart('installation', app === null ? null : uncheckedApp(app)),
    ],
    optionalPermissions: role.now === 'admin' && app !== null ? optionalPermissions(app) : [],
  };
}

function roleAtSignIn(membershipAtSignIn: Membership | null): OrganizationRole | null {
  if (membershipAtSignIn === null) return null;
  return membershipAtSignIn.viewerCanAdminister ? 'admin' : 'member';
}

function membershipCauses(now: HostMembership, membershipAtSignIn: Membership | null): readonly AccessCause[] {
  switch (now.kind) {
    case 'none':
      return [{ kind: membershipAtSignIn === null ? 'no-membership' : 'membership-ended' }];
    case 'pending':
      return [{ kind: 'invitation-pending' }];
    case 'active':
      return [];
  }
}

/** Causes that only a new sign-in fixes. */
function sessionCauses(atSignIn: OrganizationRole | null, now: MembershipRole): readonly AccessCause[] {
  if (atSignIn === null) return [{ kind: 'not-known-at-sign-in' }];
  return (atSignIn === 'admin') === (now === 'admin') ? [] : [{ kind: 'role-changed' }];
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
