import type { Accounts } from './accounts.ts';
import type { WorldStore } from './store.ts';

/** GitHub docs: REST API endpoints for organization members, set organization membership. */
const USUAL = 500;
const WHEN_NEW = 50;
const NEW_MS = 30 * 86_400_000;
const WINDOW_MS = 86_400_000;

export type InvitationQuotas = ReturnType<typeof createInvitationQuotas>;
export function createInvitationQuotas(
  { invitationTimes }: WorldStore,
  { needOrganization, updateOrganization }: Pick<Accounts, 'needOrganization' | 'updateOrganization'>,
  now: () => number,
) {
  return {
    invitationQuota(login: string, change: { readonly limit?: number; readonly used?: number } = {}) {
      if (change.limit !== undefined) updateOrganization(login, { invitationLimit: change.limit });
      const { id, plan, createdAt, invitationLimit } = needOrganization(login);
      const times =
        change.used === undefined ? (invitationTimes.get(id) ?? []) : new Array<number>(change.used).fill(now());
      const recent = times.filter((at) => at > now() - WINDOW_MS);
      invitationTimes.set(id, recent);
      const isNew = plan === 'free' && Date.parse(createdAt) > now() - NEW_MS;
      const limit = invitationLimit ?? (isNew ? WHEN_NEW : USUAL);
      return { limit, used: recent.length, remaining: Math.max(0, limit - recent.length) };
    },
    /** Draws even beyond the limit. */
    drawInvitation(login: string): void {
      const { id } = needOrganization(login);
      invitationTimes.set(id, [...(invitationTimes.get(id) ?? []), now()]);
    },
  };
}
