import { foldLogin } from '../../domain/account.ts';
import { ok } from '../../domain/result.ts';
import type { OrganizationRequest, PeopleHost } from '../../ports/code-host/people.ts';
import type { HostResult } from '../../ports/code-host/refusals.ts';
import type { RoleOf } from './file-lines.ts';

/** People who are not members are outside collaborators, or unknown if the members list was incomplete. */
export async function readRoles(
  codeHost: Pick<PeopleHost, 'membersOf'>,
  target: OrganizationRequest,
): Promise<HostResult<RoleOf>> {
  const roles = new Map<string, string>();
  let isWhole = true;
  for await (const page of codeHost.membersOf(target)) {
    if (!page.ok && (page.refusal.kind === 'rejected' || page.refusal.kind === 'missing')) isWhole = false;
    else if (!page.ok) return page;
    if (!page.ok) break;
    isWhole &&= page.value.withheld === null;
    for (const { login, role } of page.value.people) roles.set(foldLogin(login), role);
  }
  const others = isWhole ? 'outside_collaborator' : null;
  return ok(({ login }) => roles.get(foldLogin(login)) ?? others);
}
