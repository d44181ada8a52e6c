import type { AccessCause } from '@orgdesk/client';
import type { OrganizationFailure } from '@orgdesk/contract/people/across/list-across';
import { CauseLine } from '../../features/access/cause-block.tsx';
import { type UnreadProps, UnreadText } from '../../features/people/across/organization-lines.tsx';

/** Somebody who no longer is an owner was one at sign-in. */
const ROLE = { atSignIn: 'admin', now: 'member' } as const;

export function UnreadOrganization({ organization, failure }: UnreadProps) {
  const cause = causeOf(failure);
  if (cause === null) return <UnreadText organization={organization} failure={failure} />;
  const { id, login } = organization;
  const subject = { login, name: login, organizationId: id, installationId: null, administers: true };
  return <CauseLine cause={cause} subject={subject} role={cause.kind === 'role-changed' ? ROLE : null} />;
}

function causeOf({ reason, authorizeUrl }: OrganizationFailure): AccessCause | null {
  switch (reason) {
    case 'single-sign-on':
      return { kind: 'single-sign-on', authorizeUrl };
    case 'ip-allow-list':
    case 'app-missing':
      return { kind: reason };
    case 'app-suspended':
      return { kind: 'app-suspended', suspendedAt: '' };
    case 'not-a-member':
      return { kind: 'membership-ended' };
    case 'not-an-owner':
      return { kind: 'role-changed' };
    default:
      return null;
  }
}
