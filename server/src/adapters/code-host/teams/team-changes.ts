import { type Static, Type } from 'typebox';
import { sameLogin } from '../../../domain/account.ts';
import { LIST_BOUNDS } from '../../../domain/limits/code-host.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { RepositoryPermission } from '../../../ports/code-host/access/reached-repositories.ts';
import type { ChangeTarget } from '../../../ports/code-host/organization-changes.ts';
import type { ChangeRefusal } from '../../../ports/code-host/refusals.ts';
import type { NewTeam, TeamChangesHost } from '../../../ports/code-host/teams/team-changes.ts';
import type { HostTeamSettings } from '../../../ports/code-host/teams/teams.ts';
import { hostPath } from '../host-path.ts';
import { linkedPages, readPages } from '../pages/pages.ts';
import { changeRefusalOf, type HostChangeRequest, statusOf } from '../people/changing/organization-changes.ts';
import type { UserClient } from '../people/ways-in.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, expected } from '../send/send.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';

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

const PERMISSIONS: Readonly<Record<string, RepositoryPermission>> = {
  read: 'READ',
  triage: 'TRIAGE',
  write: 'WRITE',
  maintain: 'MAINTAIN',
  admin: 'ADMIN',
};
/** With permissions in the answer. */
const REPOSITORY = 'application/vnd.github.v3.repository+json';
const NO_CONTENT = 204;
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
    request: Pick<HostChangeRequest, 'path' | 'isOfRepository'>,
    permission: string | null,
  ): Promise<Result<void, ChangeRefusal>> {
    const sent: HostChangeRequest =
      permission === null ? { ...request, method: 'DELETE' } : { ...request, method: 'PUT', body: { permission } };
    const status = statusOf(await change(target, sent), [NO_CONTENT, INVITED]);
    return status.ok ? ok(undefined) : status;
  }

  return {
    async teamNow({ token, organization }, slug) {
      const team = bodyOf(await clientOf(token).send({ url: hostPath`/orgs/${organization}/teams/${slug}` }), Team);
      if (!team.ok) return team.refusal.kind === 'missing' ? ok(null) : team;
      return ok({ ...settingsOf(team.value), parentSlug: team.value.parent?.slug ?? null });
    },
    async hasChildTeams({ token, organization }, slug) {
      const url = hostPath`/orgs/${organization}/teams/${slug}/teams?per_page=1`;
      const children = bodyOf(await clientOf(token).send({ url }), Children);
      return children.ok ? ok(children.value.length > 0) : children;
    },
    async teamAccessNow({ token, organization }, slug, repository) {
      const url = hostPath`/orgs/${organization}/teams/${slug}/repos/${organization}/${repository}`;
      const answer = bodyOf(await clientOf(token).send({ url, accept: REPOSITORY }), RoleName);
      if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(null) : answer;
      return permissionFrom(answer.value.role_name);
    },
    async collaboratorNow({ token, organization }, repository, login) {
      const { send, log } = clientOf(token);
      const path = hostPath`/repos/${organization}/${repository}/collaborators?affiliation=direct`;
      const pages = await readPages(linkedPages(send, path, Collaborators), LIST_BOUNDS.teams, log);
      if (!pages.ok) return pages.refusal.kind === 'missing' ? ok(null) : pages;
      const found = pages.value.flat().find((each) => sameLogin(each.login, login));
      return found === undefined ? ok(null) : permissionFrom(found.role_name);
    },

    createTeam: (target, team) => changeTeam(target, { method: 'POST', path: hostPath`/teams`, body: bodyFor(team) }),
    editTeam: (target, slug, edit) =>
      changeTeam(target, { method: 'PATCH', path: hostPath`/teams/${slug}`, body: bodyFor(edit) }),
    async deleteTeam(target, slug) {
      const status = statusOf(await change(target, { method: 'DELETE', path: hostPath`/teams/${slug}` }), [NO_CONTENT]);
      return status.ok ? ok(undefined) : status;
    },
    setTeamAccess: (target, slug, { repository, permission }) =>
      grantOrRemove(target, { path: hostPath`/teams/${slug}/repos/${target.organization}/${repository}` }, permission),
    setCollaborator: (target, login, { repository, permission }) =>
      grantOrRemove(
        target,
        { path: hostPath`/${repository}/collaborators/${login}`, isOfRepository: true },
        permission,
      ),
  };
}

/** A custom role has another name. */
const permissionFrom = (roleName: string) => {
  const permission = PERMISSIONS[roleName];
  return permission === undefined ? refuse(UNEXPECTED) : ok(permission);
};

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
