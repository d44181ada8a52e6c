import { type Result, refuse } from '../domain/result.ts';
import type { Session } from '../domain/session.ts';
import type { LiveMembership, Member, MembershipRefusal } from './live-membership.ts';

/** Somebody who administers an organization at this moment. */
export type Owner = Omit<Member, 'role'>;

/** Why somebody may not do what only owners may. */
export type RightsRefusal = MembershipRefusal | { readonly kind: 'not-admin' };

/** Whether the caller administers an organization, whatever their session says. */
export type LiveRights = (session: Session, login: string) => Promise<Result<Owner, RightsRefusal>>;

/** By what the caller is there at this moment. */
export function createLiveRights(liveMembership: LiveMembership): LiveRights {
  return async (session, login) => {
    const member = await liveMembership(session, login);
    return member.ok && member.value.role !== 'admin' ? refuse({ kind: 'not-admin' }) : member;
  };
}
