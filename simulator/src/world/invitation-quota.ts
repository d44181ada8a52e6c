import { type Accounts, found } from './accounts.ts';
import type { WorldStore } from './store.ts';

/** How much of an invitation quota is gone. */
export interface InvitationQuota {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
}

/** How many invitations an organization may send in 24 hours. */
export interface InvitationQuotas {
  /** A change sets the limit of the organization, or what is used. */
  invitationQuota(organization: string, change?: { readonly limit?: number; readonly used?: number }): InvitationQuota;
  /** Takes one from the quota, which may be exceeded. */
  drawInvitation(organization: string): void;
}

/** GitHub docs: REST API endpoints for organization members, set organization membership. */
const USUAL = 500;
const WHEN_NEW = 50;
const NEW_MS = 30 * 86_400_000;
const WINDOW_MS = 86_400_000;

/** The quotas of a world over its store. */
export function createInvitationQuotas(
  store: WorldStore,
  { organization, updateOrganization }: Pick<Accounts, 'organization' | 'updateOrganization'>,
  now: () => number,
): InvitationQuotas {
  const needOrganization = (login: string) => found(organization(login), `organization '${login}'`);
  return {
    invitationQuota(login, { limit: given, used } = {}) {
      if (given !== undefined) updateOrganization(login, { invitationLimit: given });
      const { id, paidPlan, createdAt, invitationLimit } = needOrganization(login);
      if (used !== undefined)
        store.invitationTimes.set(
          id,
          Array.from({ length: used }, () => now()),
        );
      const recent = (store.invitationTimes.get(id) ?? []).filter((at) => at > now() - WINDOW_MS);
      store.invitationTimes.set(id, recent);
      const isNew = !paidPlan && Date.parse(createdAt) > now() - NEW_MS;
      const limit = invitationLimit ?? (isNew ? WHEN_NEW : USUAL);
      return { limit, used: recent.length, remaining: Math.max(0, limit - recent.length) };
    },
    drawInvitation(login) {
      const { id } = needOrganization(login);
      store.invitationTimes.set(id, [...(store.invitationTimes.get(id) ?? []), now()]);
    },
  };
}
