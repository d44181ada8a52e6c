import { isEnterpriseSlug, sameTeamName } from '@orgdesk/contract/team-name';
import { type Static, Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { ChangeRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { HostToken } from '../../lib/secrets.ts';
import { sameRepository } from '../../lib/texts.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { linkedPages } from '../pages.ts';
import {
  changeRefusalOf,
  type HostChangeRequest,
  readOwnMembership,
  remove,
  setMembership,
  statusOf,
  type UserClient,
} from '../people/memberships.ts';
import type { CreatedMembershipState } from '../people/people-changes.ts';
import type { OwnerRequest, RepositoryPermission } from '../people/reached-repositories.ts';
import { readTeamsOf } from '../people/teams-and-seats.ts';
import type { ChangeTarget, HostTeam } from '../people/types.ts';
import { MISSING, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, expected } from '../send/send.ts';
import { fits, HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { type Absent, absentFor, present, type Reading } from '../types.ts';
import { PERMISSIONS, readRepositoriesOfTeam } from './exact-access.ts';
import { type HostTeamSettings, type TeamPrivacy, teamUrl } from './teams.ts';

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

/**
 * Teams by ID, which outlives renames of the team and of the organization. Each change is sent once. Changes of access
 * need the repository permission `administration: write`.
 */
export interface TeamChangesHost {
  teamNow(request: OwnerRequest, teamId: number): Promise<HostResult<Reading<TeamNow>>>;
  /** Searches all teams but those of the enterprise. */
  teamNamed(request: OwnerRequest, name: string): Promise<HostResult<Reading<Pick<TeamNow, 'id' | 'slug' | 'name'>>>>;
  hasChildTeams(request: OwnerRequest, teamId: number): Promise<HostResult<boolean>>;
  /** Includes what the team inherits. Null if it was not found, which proves nothing. */
  teamAccessNow(request: OwnerRequest, teamId: number, repository: string): Promise<HostResult<AccessNow | null>>;
  /** Reads the list of the team. Refused if it has the repository, or if there is no such repository. */
  noTeamAccessNow(request: OwnerRequest, teamId: number, repository: string): Promise<HostResult<Absent>>;
  /** Absent without a direct grant. */
  collaboratorNow(request: OwnerRequest, repository: string, login: string): Promise<HostResult<Reading<AccessNow>>>;

  /** Makes the caller a maintainer. */
  createTeam(target: ChangeTarget, team: NewTeam): Promise<Result<HostTeamSettings, ChangeRefusal>>;
  editTeam(
    target: ChangeTarget,
    teamId: number,
    change: Partial<NewTeam>,
  ): Promise<Result<HostTeamSettings, ChangeRefusal>>;
  deleteTeam(target: ChangeTarget, teamId: number): Promise<Result<void, ChangeRefusal>>;
  setTeamMember(
    target: ChangeTarget,
    teamId: number,
    member: { readonly login: string; readonly role: TeamRole },
  ): Promise<Result<CreatedMembershipState, ChangeRefusal>>;
  removeTeamMember(target: ChangeTarget, teamId: number, login: string): Promise<Result<void, ChangeRefusal>>;
  /** Null removes the access. */
  setTeamAccess(
    target: ChangeTarget,
    teamId: number,
    grant: { readonly repository: string; readonly permission: PermissionName | null },
  ): Promise<Result<void, ChangeRefusal>>;
  /** Null removes the access. New people are invited. */
  setCollaborator(
    target: ChangeTarget,
    login: string,
    grant: { readonly repository: string; readonly permission: PermissionName | null },
  ): Promise<Result<void, ChangeRefusal>>;
}

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

/** GitHub docs: REST API endpoints for teams; for collaborators. */
export function createTeamChanges(clientOf: (token: HostToken) => UserClient): TeamChangesHost {
  const change = (target: ChangeTarget, request: HostChangeRequest) => clientOf(target.token).change(target, request);

  async function changeTeam(target: ChangeTarget, request: HostChangeRequest) {
    const answer = await change(target, request);
    if (!answer.ok) return answer;
    const team = expected(Team, answer.value.body);
    return team.ok ? ok(settingsOf(team.value)) : refuse(changeRefusalOf(team.refusal));
  }

  async function grantOrRemove(
    target: ChangeTarget,
    request: Pick<HostChangeRequest, 'path' | 'of'>,
    permission: string | null,
  ): Promise<Result<void, ChangeRefusal>> {
    const sent: HostChangeRequest =
      permission === null ? { ...request, method: 'DELETE' } : { ...request, method: 'PUT', body: { permission } };
    const answer = await change(target, sent);
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

  /** Proof that what was not found in the organization is not there. */
  async function absentNow({ token, organization, organizationId }: OwnerRequest): Promise<HostResult<Absent>> {
    const own = await readOwnMembership(clientOf(token), organization);
    if (!own.ok) return own;
    const absent = absentFor(own.value, organizationId);
    return absent === null ? refuse(MISSING) : ok(absent);
  }

  /** A number that is not found may be hidden: the list of all teams decides. */
  async function teamListed(request: OwnerRequest, isIt: (team: HostTeam) => boolean) {
    const teams = await readTeamsOf(clientOf(request.token), request);
    if (!teams.ok) return teams;
    const found = teams.value.find(isIt);
    return found === undefined ? absentNow(request) : ok(present(found));
  }

  async function noTeam(request: OwnerRequest, teamId: number): Promise<HostResult<Absent>> {
    const listed = await teamListed(request, ({ id }) => id === teamId);
    if (!listed.ok) return listed;
    return listed.value.kind === 'absent' ? ok(listed.value) : refuse(UNEXPECTED);
  }

  /** Refused unless the organization has the repository under this name. */
  async function checkRepository(request: OwnerRequest, repository: string): Promise<HostResult<void>> {
    const url = hostPath`${collaboratorsUrl(request.organization, repository)}&per_page=1`;
    const found = bodyOf(await clientOf(request.token).send({ url }), Collaborators);
    if (!found.ok) return found.refusal.kind === 'missing' ? noRepository(request, repository) : found;
    return ok(undefined);
  }

  async function noRepository(request: OwnerRequest, repository: string): Promise<HostResult<never>> {
    const absent = await absentNow(request);
    if (!absent.ok) return absent;
    return refuse({ kind: 'rejected', status: NOT_FOUND, message: `There is no repository "${repository}".` });
  }

  return {
    async teamNow(request, teamId) {
      const url = teamUrl(request.organizationId, teamId);
      const team = bodyOf(await clientOf(request.token).send({ url }), Team);
      if (team.ok) return ok(present({ ...settingsOf(team.value), parentSlug: team.value.parent?.slug ?? null }));
      return team.refusal.kind === 'missing' ? noTeam(request, teamId) : team;
    },
    teamNamed: (request, name) =>
      teamListed(request, (team) => !isEnterpriseSlug(team.slug) && sameTeamName(team.name, name)),
    async hasChildTeams({ token, organizationId }, teamId) {
      const url = hostPath`${teamUrl(organizationId, teamId)}/teams?per_page=1`;
      const children = bodyOf(await clientOf(token).send({ url }), Children);
      return children.ok ? ok(children.value.length > 0) : children;
    },
    async teamAccessNow({ token, organization, organizationId }, teamId, repository) {
      const url = hostPath`${teamUrl(organizationId, teamId)}/repos/${organization}/${repository}`;
      const answer = bodyOf(await clientOf(token).send({ url, accept: REPOSITORY }), RoleName);
      if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(null) : answer;
      return ok(accessFrom(answer.value.role_name));
    },
    async noTeamAccessNow(request, teamId, repository) {
      const repositories = await readRepositoriesOfTeam(clientOf(request.token), request, teamId);
      if (!repositories.ok) return repositories.refusal.kind === 'missing' ? noTeam(request, teamId) : repositories;
      const isListed = repositories.value.some(({ name }) => sameRepository(name, repository));
      if (isListed) return refuse(UNEXPECTED);
      const found = await checkRepository(request, repository);
      return found.ok ? absentNow(request) : found;
    },
    async collaboratorNow(request, repository, login) {
      const { token, organization } = request;
      const { send } = clientOf(token);
      const read = linkedPages(send, collaboratorsUrl(organization, repository), Collaborators);
      for (let cursor: string | null = null, pages = 0; pages < COLLABORATOR_PAGES_MAX; pages += 1) {
        const page: Awaited<ReturnType<typeof read>> = await read(cursor);
        if (!page.ok) return page.refusal.kind === 'missing' ? noRepository(request, repository) : page;
        const found = page.value.body.find((each) => sameLogin(each.login, login));
        if (found !== undefined) return ok(present(accessFrom(found.role_name)));
        if (page.value.next === null) return absentNow(request);
        cursor = page.value.next;
      }
      const message = `The repository "${repository}" has too many collaborators to find out who has access.`;
      return refuse({ kind: 'rejected', status: OK, message });
    },

    createTeam(target, { parentId, ...settings }) {
      const body = bodyFor({ ...settings, ...(parentId !== null && { parentId }) });
      return changeTeam(target, { method: 'POST', path: hostPath`/teams`, body });
    },
    editTeam: (target, teamId, edit) =>
      changeTeam(target, { method: 'PATCH', ...byNumber(teamId), body: bodyFor(edit) }),
    deleteTeam: (target, teamId) => remove(change, target, byNumber(teamId)),
    setTeamMember: (target, teamId, member) => setMembership(clientOf(target.token), target, member, byNumber(teamId)),
    removeTeamMember: (target, teamId, login) =>
      remove(change, target, byNumber(teamId, hostPath`/memberships/${login}`)),
    setTeamAccess: (target, teamId, { repository, permission }) =>
      grantOrRemove(target, byNumber(teamId, hostPath`/repos/${target.organization}/${repository}`), permission),
    setCollaborator: (target, login, { repository, permission }) =>
      grantOrRemove(target, { path: hostPath`/${repository}/collaborators/${login}`, of: 'repository' }, permission),
  };
}

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
