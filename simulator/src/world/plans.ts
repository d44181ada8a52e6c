import type { Accounts } from './accounts.ts';
import { inviteeOf } from './departures.ts';
import type { Invitations } from './invitations.ts';
import type { PlanName } from './records.ts';

export type Plans = ReturnType<typeof createPlans>;
export function createPlans(
  { needOrganization, updateOrganization, membershipsOfOrganization }: Accounts,
  { openInvitations }: Pick<Invitations, 'openInvitations'>,
) {
  return {
    /** Members and open invitations fill seats. */
    organizationPlan(login: string, change: { readonly name?: PlanName; readonly seats?: number | null } = {}) {
      if (change.name !== undefined) updateOrganization(login, { plan: change.name });
      if (change.seats !== undefined) updateOrganization(login, { seats: change.seats });
      const { id, plan: name, seats } = needOrganization(login);
      const withoutAccount = openInvitations(login).filter((open) => inviteeOf(open) === null);
      const filled = membershipsOfOrganization(id).length + withoutAccount.length;
      return { name, seats, filled, left: seats === null ? null : Math.max(0, seats - filled) };
    },
  };
}
