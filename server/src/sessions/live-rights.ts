import type { Session } from '../domain/session.ts';
import { type Result, refuse } from '../lib/result.ts';
import type { LiveMembership, Member, MembershipRefusal } from './live-membership.ts';

export type Owner = Omit<Member, 'role'>;

export type RightsRefusal = MembershipRefusal | { readonly kind: 'not-admin' };

/** Whether the caller is an owner now, whatever the session says. */
export interface LiveRights {
  (session: Session, login: string): Promise<Result<Owner, RightsRefusal>>;
  invalidate(organization: string): void;
}

export function createLiveRights(liveMembership: LiveMembership): LiveRights {
  const liveRights = async (session: Session, login: string): Promise<Result<Owner, RightsRefusal>> => {
    const member = await liveMembership(session, login);
    return member.ok && member.value.role !== 'admin' ? refuse({ kind: 'not-admin' }) : member;
  };
  return Object.assign(liveRights, { invalidate: liveMembership.invalidate });
}
