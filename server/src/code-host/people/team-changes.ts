import { isEnterpriseSlug, sameTeamName } from '@orgdesk/contract/team-name';
import { type Static, Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { ChangeRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { sameRepository } from '../../lib/texts.ts';
import { changeRefusalOf, type HostChangeRequest, type HostClient, remove, statusOf } from '../client.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { linkedPages } from '../pages.ts';
import { MISSING, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, expected } from '../send/send.ts';
import { fits, HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { type Absent, absentFor, present, type Reading } from '../types.ts';
import { PERMISSIONS, readRepositoriesOfTeam } from './exact-access.ts';
import { readOwnMembership, setMembership } from './memberships.ts';
import type { CreatedMembershipState } from './people-changes.ts';
import type { OwnerRequest, RepositoryPermission } from './reached-repositories.ts';
import { type HostTeamSettings, type TeamPrivacy, teamUrl } from './teams.ts';
import { readTeams } from './teams-and-seats.ts';
import type { ChangeTarget, HostTeam } from './types.ts';

/** In the code host's own words. */
type PermissionName = 'pull' | 'triage' | 'push' | 'maintain' | 'admin';

interface TeamNow extends HostTeamSettings {
  readonly parentSlug: string | null;
}

export interface NewTeam {
  readonly name: string;
  readonly description: string;
  readonly privacy: TeamPrivacy;
  readonly parentId: number | null;
}

/** What a custom role gives is not known. */
export interface CustomRole {
  readonly customRole: string;
}

export type AccessNow = RepositoryPermission | CustomRole;

const Team = Type.Object({
  id: HostId,
  slug: Type.String(),
  name: Type.String(),
  description: TextOrNull,
  privacy: Type.Optional(Type.String()),
  parent: Type.Optional(orNull(Type.Object({ id: HostId, slug: Type.String() }))),
});
const Children = Type.Array(Type.Object({ id: HostId }));
const RoleName = Type.Object({ role_name: Type.String() });
const Collaborators = Type.Array(Type.Object({ login: HostLogin, role_name: Type.String() }));

const Invitation = Type.Object({ permissions: Type.String() });

/** With permissions in the answer. */
const REPOSITORY = 'application/vnd.github.v3.repository+json';
const COLLABORATOR_PAGES_MAX = LIST_BOUNDS.teams.pagesMax;
const OK = 200;
const NO_CONTENT = 204;
const NOT_FOUND = 404;
const INVITED = 201;

/** GitHub docs: Get a team. */
export async function readTeamNow(
  client: HostClient,
  request: OwnerRequest,
  teamId: number,
): Promise<HostResult<Reading<TeamNow>>> {
  const url = teamUrl(request.organizationId, teamId);
  const team = bodyOf(await client.send({ call: 'team.read', url }), Team);
  if (team.ok) return ok(present({ ...settingsOf(team.value), parentSlug: team.value.parent?.slug ?? null }));
  return team.refusal.kind === 'missing' ? noTeam(client, request, teamId) : team;
}

/** Searches all teams but those of the enterprise. */
export const readTeamNamed = (
  client: HostClient,
  request: OwnerRequest,
  name: string,
): Promise<HostResult<Reading<Pick<TeamNow, 'id' | 'slug' | 'name'>>>> =>
  teamListed(client, request, (team) => !isEnterpriseSlug(team.slug) && sameTeamName(team.name, name));

/** A number that is not found may be hidden: the list of all teams decides. */
async function teamListed(client: HostClient, request: OwnerRequest, isIt: (team: HostTeam) => boolean) {
  const teams = await readTeams(client, request);
  if (!teams.ok) return teams;
  const found = teams.value.find(isIt);
  return found === undefined ? absentNow(client, request) : ok(present(found));
}

async function noTeam(client: HostClient, request: OwnerRequest, teamId: number): Promise<HostResult<Absent>> {
  const listed = await teamListed(client, request, ({ id }) => id === teamId);
  if (!listed.ok) return listed;
  return listed.value.kind === 'absent' ? ok(listed.value) : refuse(UNEXPECTED);
}

/** Proof that what was not found in the organization is not there. */
async function absentNow(
  client: HostClient,
  { organization, organizationId }: OwnerRequest,
): Promise<HostResult<Absent>> {
  const own = await readOwnMembership(client, organization);
  if (!own.ok) return own;
  const absent = absentFor(own.value, organizationId);
  return absent === null ? refuse(MISSING) : ok(absent);
}

/** GitHub docs: List child teams. */
export async function hasChildTeams(
  { send }: HostClient,
  { organizationId }: OwnerRequest,
  teamId: number,
): Promise<HostResult<boolean>> {
  const url = hostPath`${teamUrl(organizationId, teamId)}/teams?per_page=1`;
  const children = bodyOf(await send({ call: 'team.children', url }), Children);
  return children.ok ? ok(children.value.length > 0) : children;
}

/**
 * Includes what the team inherits. Null if it was not found, which proves nothing. GitHub docs: Check team permissions for
 * a repository.
 */
export async function readTeamAccessNow(
  { send }: HostClient,
  { organization, organizationId }: OwnerRequest,
  teamId: number,
  repository: string,
): Promise<HostResult<AccessNow | null>> {
  const url = hostPath`${teamUrl(organizationId, teamId)}/repos/${organization}/${repository}`;
  const answer = bodyOf(await send({ call: 'team-access.read', url, accept: REPOSITORY }), RoleName);
  if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(null) : answer;
  return ok(accessFrom(answer.value.role_name));
}

/** Reads the list of the team. Refused if it has the repository, or if there is no such repository. */
export async function confirmNoTeamAccess(
  client: HostClient,
  request: OwnerRequest,
  teamId: number,
  repository: string,
): Promise<HostResult<Absent>> {
  const repositories = await readRepositoriesOfTeam(client, request, teamId);
  if (!repositories.ok) return repositories.refusal.kind === 'missing' ? noTeam(client, request, teamId) : repositories;
  const isListed = repositories.value.some(({ name }) => sameRepository(name, repository));
  if (isListed) return refuse(UNEXPECTED);
  const found = await checkRepository(client, request, repository);
  return found.ok ? absentNow(client, request) : found;
}

/** Refused unless the organization has the repository under this name. */
async function checkRepository(
  client: HostClient,
  request: OwnerRequest,
  repository: string,
): Promise<HostResult<void>> {
  const url = hostPath`${collaboratorsUrl(request.organization, repository)}&per_page=1`;
  const found = bodyOf(await client.send({ call: 'repository.collaborators', url }), Collaborators);
  if (!found.ok) return found.refusal.kind === 'missing' ? noRepository(client, request, repository) : found;
  return ok(undefined);
}

async function noRepository(client: HostClient, request: OwnerRequest, repository: string): Promise<HostResult<never>> {
  const absent = await absentNow(client, request);
  if (!absent.ok) return absent;
  return refuse({ kind: 'rejected', status: NOT_FOUND, message: `There is no repository "${repository}".` });
}

/** Absent without a direct grant. GitHub docs: List repository collaborators. */
export async function readCollaboratorNow(
  client: HostClient,
  request: OwnerRequest,
  repository: string,
  login: string,
): Promise<HostResult<Reading<AccessNow>>> {
  const list = { call: 'repository.collaborators', url: collaboratorsUrl(request.organization, repository) } as const;
  const read = linkedPages(client.send, list, Collaborators);
  for (let cursor: string | null = null, pages = 0; pages < COLLABORATOR_PAGES_MAX; pages += 1) {
    const page: Awaited<ReturnType<typeof read>> = await read(cursor);
    if (!page.ok) return page.refusal.kind === 'missing' ? noRepository(client, request, repository) : page;
    const found = page.value.body.find((each) => sameLogin(each.login, login));
    if (found !== undefined) return ok(present(accessFrom(found.role_name)));
    if (page.value.next === null) return absentNow(client, request);
    cursor = page.value.next;
  }
  const message = `The repository "${repository}" has too many collaborators to find out who has access.`;
  return refuse({ kind: 'rejected', status: OK, message });
}

/** Makes the caller a maintainer. GitHub docs: Create a team. */
export function createTeam(
  client: HostClient,
  target: ChangeTarget,
  { parentId, ...settings }: NewTeam,
): Promise<Result<HostTeamSettings, ChangeRefusal>> {
  const body = bodyFor({ ...settings, ...(parentId !== null && { parentId }) });
  return changeTeam(client, target, { call: 'team.create', method: 'POST', path: hostPath`/teams`, body });
}

/** GitHub docs: Update a team. */
export const editTeam = (
  client: HostClient,
  target: ChangeTarget,
  teamId: number,
  edit: Partial<NewTeam>,
): Promise<Result<HostTeamSettings, ChangeRefusal>> =>
  changeTeam(client, target, { call: 'team.set', method: 'PATCH', ...byNumber(teamId), body: bodyFor(edit) });

async function changeTeam({ change }: HostClient, target: ChangeTarget, request: HostChangeRequest) {
  const answer = await change(target, request);
  if (!answer.ok) return answer;
  const team = expected(Team, answer.value.body);
  return team.ok ? ok(settingsOf(team.value)) : refuse(changeRefusalOf(team.refusal));
}

/** GitHub docs: Delete a team. */
export const deleteTeam = (
  client: HostClient,
  target: ChangeTarget,
  teamId: number,
): Promise<Result<void, ChangeRefusal>> => remove(client, target, { call: 'team.remove', ...byNumber(teamId) });

/** GitHub docs: Add or update team membership for a user. */
export const setTeamMember = (
  client: HostClient,
  target: ChangeTarget,
  teamId: number,
  member: { readonly login: string; readonly role: TeamRole },
): Promise<Result<CreatedMembershipState, ChangeRefusal>> =>
  setMembership(client, target, member, { call: 'team-member.set', ...byNumber(teamId) });

/** GitHub docs: Remove team membership for a user. */
export const removeTeamMember = (
  client: HostClient,
  target: ChangeTarget,
  teamId: number,
  login: string,
): Promise<Result<void, ChangeRefusal>> =>
  remove(client, target, { call: 'team-member.remove', ...byNumber(teamId, hostPath`/memberships/${login}`) });

/** Of one repository. Null removes the access. */
interface Grant {
  readonly repository: string;
  readonly permission: PermissionName | null;
}

/**
 * Needs the repository permission `administration: write`. GitHub docs: Add or update team repository permissions; Remove a
 * repository from a team.
 */
export const setTeamAccess = (
  client: HostClient,
  target: ChangeTarget,
  teamId: number,
  grant: Grant,
): Promise<Result<void, ChangeRefusal>> =>
  grantOrRemove(
    client,
    target,
    grant,
    'team-access',
    byNumber(teamId, hostPath`/repos/${target.organization}/${grant.repository}`),
  );

/**
 * New people are invited. Needs the repository permission `administration: write`. GitHub docs: Add a repository
 * collaborator; Remove a repository collaborator.
 */
export const setCollaborator = (
  client: HostClient,
  target: ChangeTarget,
  login: string,
  grant: Grant,
): Promise<Result<void, ChangeRefusal>> => {
  const path = hostPath`/${grant.repository}/collaborators/${login}`;
  return grantOrRemove(client, target, grant, 'collaborator', { path, of: 'repository' });
};

async function grantOrRemove(
  { change }: HostClient,
  target: ChangeTarget,
  { permission }: Grant,
  what: 'team-access' | 'collaborator',
  where: Pick<HostChangeRequest, 'path' | 'of'>,
): Promise<Result<void, ChangeRefusal>> {
  const answer = await change(
    target,
    permission === null
      ? { call: `${what}.remove`, method: 'DELETE', ...where }
      : { call: `${what}.set`, method: 'PUT', ...where, body: { permission } },
  );
  const status = statusOf(answer, [NO_CONTENT, INVITED]);
  if (!status.ok) return status;
  const invited = answer.ok && fits(Invitation, answer.value.body) ? answer.value.body.permissions : null;
  // GitHub does not document whether this request changes an invitation that is open already.
  if (status.value !== INVITED || invited === null || invited === roleNameOf(permission)) return ok(undefined);
  return refuse({
    kind: 'rejected',
    status: INVITED,
    message: `The open invitation still has the role "${invited}".`,
  });
}

/** By ID, which outlives renames of the team and of the organization. */
const byNumber = (teamId: number, path = hostPath``): Pick<HostChangeRequest, 'path' | 'of'> => ({
  path: hostPath`/team/${teamId}${path}`,
  of: 'numbered-organization',
});
const collaboratorsUrl = (organization: string, repository: string): HostAddress =>
  hostPath`/repos/${organization}/${repository}/collaborators?affiliation=direct`;

/** Two permissions have another name in requests than in answers. */
const roleNameOf = (permission: string | null): string | null =>
  permission === 'pull' ? 'read' : permission === 'push' ? 'write' : permission;

const accessFrom = (roleName: string): AccessNow => PERMISSIONS.get(roleName) ?? { customRole: roleName };

const settingsOf = ({ id, slug, name, description, privacy, parent }: Static<typeof Team>): HostTeamSettings => ({
  id,
  slug,
  name,
  description,
  privacy: privacy === 'secret' ? 'secret' : 'closed',
  parentId: parent?.id ?? null,
});

const bodyFor = ({ name, description, privacy, parentId }: Partial<NewTeam>): Record<string, unknown> => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(privacy !== undefined && { privacy }),
  ...(parentId !== undefined && { parent_team_id: parentId }),
});
