import type { OrganizationView } from '@orgdesk/contract';
import type { Membership } from '../../domain/account.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import type { InstallationCache } from '../../installation-cache/installation-cache.ts';
import type { OrganizationRefusal } from './messages.ts';
import { organizationView } from './organization-view.ts';

export interface ListOrganizationsDeps {
  readonly cache: Pick<InstallationCache, 'findByAccounts'>;
}

/** Organizations of a session, joined by account ID with the cached installations (decision O2). Asks the code host nothing. */
export function createListOrganizations({ cache }: ListOrganizationsDeps) {
  const viewsOf = async (memberships: readonly Membership[]): Promise<OrganizationView[]> => {
    const records = await cache.findByAccounts(memberships.map(({ organization }) => organization.id));
    const byAccount = new Map(records.map((record) => [record.accountId, record]));
    return memberships.map((membership) =>
      organizationView(membership, byAccount.get(membership.organization.id) ?? null),
    );
  };

  return {
    /** All of them, sorted by login. */
    list: (session: Session): Promise<OrganizationView[]> => viewsOf(session.memberships),
    /** The one that a login in a path means; to a stranger it does not exist. */
    find: async (session: Session, login: string): Promise<Result<OrganizationView, OrganizationRefusal>> => {
      const wanted = login.trim();
      if (wanted === '') return refuse('login-missing');
      const membership = membershipIn(session, wanted);
      if (membership === null) return refuse('not-a-member');
      const [view] = await viewsOf([membership]);
      return view === undefined ? refuse('not-a-member') : ok(view);
    },
  };
}
