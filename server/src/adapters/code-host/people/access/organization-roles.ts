import { type Static, Type } from 'typebox';
import { LIST_BOUNDS } from '../../../../domain/limits/code-host.ts';
import { ok } from '../../../../domain/result.ts';
import type { OrganizationRole } from '../../../../ports/code-host/access/organization-roles.ts';
import { REPOSITORY_PERMISSIONS } from '../../../../ports/code-host/access/reached-repositories.ts';
import type { OrganizationRequest } from '../../../../ports/code-host/people.ts';
import type { HostResult } from '../../../../ports/code-host/refusals.ts';
import { hostPath } from '../../host-path.ts';
import { linkedPages, readPages } from '../../pages/pages.ts';
import { bodyOf } from '../../send/send.ts';
import { HostId, HostLogin, TextOrNull } from '../../send/shapes.ts';
import { readTerms } from '../changing/read-people.ts';
import type { UserClient } from '../ways-in.ts';

const Roles = Type.Object({
  roles: Type.Array(Type.Object({ id: HostId, name: Type.String(), base_role: Type.Optional(TextOrNull) })),
});
const Assigned = Type.Array(
  Type.Object({
    id: HostId,
    login: HostLogin,
    assignment: Type.Optional(Type.String()),
    inherited_from: Type.Optional(Type.Array(Type.Object({ slug: Type.String() }))),
  }),
);

/** The plan of the organization has no roles. */
const NOT_ENABLED = 422;
/** Without the permission to list roles, the plan says whether there can be some. */
const PLANS_WITHOUT: ReadonlySet<string> = new Set(['free', 'team']);

/** GitHub docs: Get all organization roles; List users that are assigned to an organization role. */
export async function readOrganizationRoles(
  client: UserClient,
  { organization, organizationId, end, token }: OrganizationRequest,
): Promise<HostResult<readonly OrganizationRole[]>> {
  const { send, log } = client;
  const path = hostPath`/orgs/${organization}/organization-roles`;
  const listed = bodyOf(await send({ url: path, end }), Roles);
  if (!listed.ok) {
    const { refusal } = listed;
    if (refusal.kind === 'missing' || (refusal.kind === 'rejected' && refusal.status === NOT_ENABLED)) return ok([]);
    if (refusal.kind !== 'rejected') return listed;
    const terms = await readTerms(client, { organization, organizationId, token });
    return terms.ok && PLANS_WITHOUT.has(terms.value.plan ?? '') ? ok([]) : listed;
  }
  const roles: OrganizationRole[] = [];
  for (const { id, name, base_role: base } of listed.value.roles) {
    const permission = REPOSITORY_PERMISSIONS.find((each) => each === base?.toUpperCase());
    if (permission === undefined) continue;
    const pages = await readPages(
      linkedPages(send, hostPath`${path}/${id}/users`, Assigned, end),
      LIST_BOUNDS.roles,
      log,
    );
    if (!pages.ok) return pages;
    roles.push({ name, permission, people: pages.value.flat().map(personFrom) });
  }
  return ok(roles);
}

const personFrom = ({ id, login, assignment, inherited_from: teams = [] }: Static<typeof Assigned>[number]) => ({
  id,
  login,
  teams: assignment === 'indirect' ? teams.map(({ slug }) => slug) : [],
});
