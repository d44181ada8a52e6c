import type { AccessCause, OrganizationAccessView, UncheckedPart } from '@orgdesk/contract';
import type { Membership, OrganizationRole } from '../../domain/account.ts';
import type { Result } from '../../domain/result.ts';
import type { HostRefusal, SeenMembership } from '../../ports/code-host.ts';
import { appCauses, appRefusal, type LookRefusal, type SeenApp } from './seen-app.ts';

/** Everything an answer is made from. */
export interface SeenAccess {
  /** As it was asked for. */
  readonly login: string;
  readonly checkedAt: Date;
  /** What the session says; null when it does not list the organization. */
  readonly known: Membership | null;
  /** What the code host says now. */
  readonly membership: Result<SeenMembership, HostRefusal>;
  /** Null when it is none of this person's business. */
  readonly app: SeenApp | null;
}

/** What somebody is told. Causes come in the order in which they have to be mended. */
export function accessView({ login, checkedAt, known, membership, app }: SeenAccess): OrganizationAccessView {
  const now = membership.ok ? membership.value : null;
  const role = { atSignIn: roleAtSignIn(known), now: now?.kind === 'active' ? now.role : null };
  const named = now !== null && 'organization' in now ? now.organization.login : known?.organization.login;
  return {
    login: named ?? login,
    checkedAt: checkedAt.toISOString(),
    role,
    causes: [
      ...(now === null ? [] : membershipCauses(now, known)),
      ...(now?.kind === 'active' ? sessionCauses(role.atSignIn, now.role) : []),
      ...(app === null ? [] : appCauses(app)),
    ],
    unchecked: [
      ...unchecked('membership', membership.ok ? null : membership.refusal),
      ...unchecked('installation', app === null ? null : appRefusal(app)),
    ],
  };
}

function roleAtSignIn(known: Membership | null): OrganizationRole | null {
  if (known === null) return null;
  return known.viewerCanAdminister ? 'admin' : 'member';
}

function membershipCauses(now: SeenMembership, known: Membership | null): readonly AccessCause[] {
  switch (now.kind) {
    case 'single-sign-on':
      return [{ kind: 'single-sign-on', authorizeUrl: now.authorizeUrl }];
    case 'ip-allow-list':
      return [{ kind: 'ip-allow-list' }];
    case 'none':
      return [{ kind: known === null ? 'no-membership' : 'membership-ended' }];
    case 'pending':
      return [{ kind: 'invitation-pending' }];
    case 'active':
      return [];
  }
}

/** What only a new sign-in mends. */
function sessionCauses(atSignIn: OrganizationRole | null, now: OrganizationRole): readonly AccessCause[] {
  if (atSignIn === null) return [{ kind: 'not-known-at-sign-in' }];
  return atSignIn === now ? [] : [{ kind: 'role-changed' }];
}

function unchecked(part: UncheckedPart['part'], refusal: LookRefusal | null): readonly UncheckedPart[] {
  return refusal === null ? [] : [{ part, reason: reasonOf(refusal) }];
}

function reasonOf({ kind }: LookRefusal): UncheckedPart['reason'] {
  switch (kind) {
    case 'rate-limited':
    case 'asked-too-often':
    case 'unreachable':
      return kind;
    case 'missing':
    case 'rejected':
    case 'unauthorized':
      return 'refused';
  }
}
