import type { FastifyRequest } from 'fastify';
import { anyViewer } from '../../api/callers.ts';
import { ApiError, demand, notAccessible, notFound, validationFailed } from '../../api/errors.ts';
import { callerIn } from '../../api/organization-gate.ts';
import type { Parts } from '../../parts.ts';
import { REPOSITORY_PERMISSIONS, type RepositoryPermission, type RepositoryRecord } from '../../world/records.ts';
import { oneOf, optionalBodyOf } from '../body.ts';
import type { Endpoints } from '../endpoint.ts';
import { teamShown } from './team-routes.ts';

const NAMES = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;
type PermissionName = (typeof NAMES)[number];
const accessBody = optionalBodyOf({ permission: oneOf<PermissionName>(NAMES, 'push') });

const permissionFrom = (name: PermissionName): RepositoryPermission =>
  REPOSITORY_PERMISSIONS[NAMES.indexOf(name)] ?? 'READ';
const ROLE_NAMES = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
const roleNameOf = (permission: RepositoryPermission) => ROLE_NAMES[REPOSITORY_PERMISSIONS.indexOf(permission)];

const rights = (permission: RepositoryPermission) => ({
  permissions: {
    pull: true,
    triage: permission !== 'READ',
    push: !['READ', 'TRIAGE'].includes(permission),
    maintain: ['MAINTAIN', 'ADMIN'].includes(permission),
    admin: permission === 'ADMIN',
  },
  role_name: roleNameOf(permission),
});

/** GitHub docs: REST API endpoints for teams (repositories); for collaborators. Both need the permission `administration`. */
export function accessRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views, platform, visibility } = parts;
  const reader = callerIn('read', parts);
  const shownTeam = teamShown(world);
  type Caller = ReturnType<typeof reader>;
  const administrator = (request: Parameters<typeof reader>[0], params: { readonly org: string }): Caller => {
    const caller = reader(request, params);
    if (!caller.administersRepositories) throw notAccessible('administration=write');
    if (!caller.administers) throw new ApiError(403, 'Must have admin rights to Repository.');
    return caller;
  };
  const repositoryOf = ({ organization }: Caller, name: string): RepositoryRecord =>
    demand(world.repository(organization.login, name));
  const ownRepository = (caller: Caller, { owner, repo }: { readonly owner: string; readonly repo: string }) => {
    if (world.organization(owner)?.id === caller.organization.id) return repositoryOf(caller, repo);
    demand(world.repository(owner, repo));
    throw validationFailed({ resource: 'TeamRepository', code: 'invalid', field: 'repository' });
  };

  endpoint('GET /orgs/:org/teams/:slug/repos', reader, ({ caller, params, page }) => {
    const team = shownTeam(caller, params);
    const listed = world.repositoriesOf(caller.organization.id).flatMap((repository) => {
      const found = world.teamsWith(repository).find((each) => each.team.id === team.id);
      return found ? [{ repository, permission: found.permission }] : [];
    });
    return page(listed, ({ repository, permission }) => ({
      ...views.wholeRepository(repository),
      ...rights(permission),
    }));
  });

  endpoint('GET /orgs/:org/teams/:slug/repos/:owner/:repo', reader, ({ caller, params }) => {
    const team = shownTeam(caller, params);
    const repository = demand(world.repository(params.owner, params.repo));
    const found = demand(world.teamsWith(repository).find((each) => each.team.id === team.id));
    return { ...views.wholeRepository(repository), ...rights(found.permission) };
  });
  endpoint(
    'PUT /orgs/:org/teams/:slug/repos/:owner/:repo',
    { by: administrator, body: accessBody },
    ({ caller, params, body }) => {
      const team = shownTeam(caller, params);
      const { name } = ownRepository(caller, params);
      const permission = permissionFrom(body.permission);
      platform.asApi.setTeamRepository(caller.actorId, caller.organization.login, team.id, name, permission);
    },
  );
  endpoint('DELETE /orgs/:org/teams/:slug/repos/:owner/:repo', administrator, ({ caller, params }) => {
    const team = shownTeam(caller, params);
    const { name } = ownRepository(caller, params);
    platform.asApi.setTeamRepository(caller.actorId, caller.organization.login, team.id, name, null);
  });

  const viewing = (request: FastifyRequest) => anyViewer(request, world);
  endpoint('GET /repos/:org/:repo', viewing, ({ caller: viewer, params }) => {
    const owner = demand(world.account(params.org));
    const repository = demand(world.repository(owner.login, params.repo));
    const isSeen = viewer && visibility.repositories(viewer, owner.id).some(({ id }) => id === repository.id);
    if (repository.isPrivate && isSeen !== true) throw notFound();
    const counts = { network_count: repository.forks, subscribers_count: repository.watchers };
    return { ...views.wholeRepository(repository), ...counts };
  });

  endpoint('GET /repos/:org/:repo/collaborators', reader, ({ caller, params, query, page }) => {
    const repository = repositoryOf(caller, params.repo);
    if (query.get('affiliation') !== 'direct')
      throw validationFailed({ resource: 'Collaborator', code: 'invalid', field: 'affiliation' });
    return page(world.directAccessOf(repository.id), ({ userId, permission }) => ({
      ...views.account(userId),
      ...rights(permission),
    }));
  });
  endpoint(
    'PUT /repos/:org/:repo/collaborators/:username',
    { by: administrator, body: accessBody },
    ({ caller, params, body }) => {
      const user = demand(world.user(params.username));
      const { name } = repositoryOf(caller, params.repo);
      const permission = permissionFrom(body.permission);
      // The platform invites new people; here they accept at once.
      platform.asApi.setCollaborator(caller.actorId, caller.organization.login, name, user.login, permission);
    },
  );
  endpoint('DELETE /repos/:org/:repo/collaborators/:username', administrator, ({ caller, params }) => {
    const user = demand(world.user(params.username));
    const { name } = repositoryOf(caller, params.repo);
    platform.asApi.setCollaborator(caller.actorId, caller.organization.login, name, user.login, null);
  });
}
