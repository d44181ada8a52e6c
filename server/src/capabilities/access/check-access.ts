import type { OrganizationAccessView } from '@orgdesk/contract';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import type { Clock } from '../../ports/system.ts';
import type { AccessRefusal } from './messages.ts';

export interface CheckAccessDeps {
  readonly clock: Clock;
}

/** What keeps somebody from seeing all of an organization, asked of the code host at this moment. */
export function createCheckAccess({ clock }: CheckAccessDeps) {
  return async (session: Session, login: string): Promise<Result<OrganizationAccessView, AccessRefusal>> => {
    const wanted = login.trim();
    if (wanted === '') return refuse('login-missing');
    const known = membershipIn(session, wanted);
    const atSignIn = known === null ? null : known.viewerCanAdminister ? 'admin' : 'member';
    return ok({
      login: known?.organization.login ?? wanted,
      checkedAt: clock.now().toISOString(),
      role: { atSignIn, now: null },
      causes: [],
      unchecked: [{ part: 'membership', reason: 'refused' }],
    });
  };
}
