import { Type } from 'typebox';
import type { OrganizationRole } from '../../../domain/account.ts';
import type { ChangeRefusal } from '../../../domain/host-refusal.ts';
import type { TeamRole } from '../../../domain/people-change.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import { hostPath } from '../../host-path.ts';
import { expected } from '../../send/send.ts';
import type { ChangeTarget } from '../types.ts';
import type { UserClient } from '../ways-in.ts';
import { changeRefusalOf, type HostChangeRequest } from './organization-changes.ts';

const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/**
 * Default: of the organization. GitHub docs: Set organization membership for a user; Add or update team membership for a
 * user.
 */
export async function setMembership(
  { change }: UserClient,
  target: ChangeTarget,
  { login, role }: { readonly login: string; readonly role: OrganizationRole | TeamRole },
  { path, ...within }: Pick<HostChangeRequest, 'path' | 'of'> = { path: hostPath`` },
): Promise<Result<'active' | 'pending', ChangeRefusal>> {
  const request = { ...within, path: hostPath`${path}/memberships/${login}` };
  const answer = await change(target, { method: 'PUT', ...request, body: { role } });
  if (!answer.ok) return answer;
  const membership = expected(Membership, answer.value.body);
  return membership.ok ? ok(membership.value.state) : refuse(changeRefusalOf(membership.refusal));
}
