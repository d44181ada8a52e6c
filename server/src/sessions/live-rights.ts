import { type Result, refuse } from '../domain/result.ts';
import type { Session } from '../domain/session.ts';
import type { LiveMembership, Member, MembershipRefusal } from './live-membership.ts';

/** Somebody who administers an organization at this moment. */
export type Owner = Omit<Member, 'role'>;

/** Why somebody may not do what only owners may. */
export type RightsRefusal = MembershipRefusal | { readonly kind: 'not-admin' };

/** Whether the caller administers an organization, whatever their session says. */
export interface LiveRights {
  (session: Session, login: string): Promise<Result<Owner, RightsRefusal>>;
  /** As for memberships. */
  outdate(organization: string): void;
}

/** By what the caller is there at this moment. */
export function createLiveRights(liveMembership: LiveMembership): LiveRights {
  const liveRights = async (session: Session, login: string): Promise<Result<Owner, RightsRefusal>> => {
    const member = await liveMembership(session, login);
    return member.ok && member.value.role !== 'admin' ? refuse({ kind: 'not-admin' }) : member;
  };
  return Object.assign(liveRights, { outdate: liveMembership.outdate });
}
