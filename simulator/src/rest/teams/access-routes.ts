import { ApiError, demand, validationFailed } from '../../api/errors.ts';
import type { OrganizationCaller } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import type { RepositoryRecord } from '../../world/records.ts';
import type { Endpoints } from '../endpoint.ts';
import { accessBody, requestedAccess, rights } from './grants.ts';
import { repositoryCallers } from './repository-callers.ts';
import { teamShown } from './team-routes.ts';

/** Without it, the answer has no body. GitHub docs: Check team permissions for a repository. */
const AS_REPOSITORY = /application\/vnd\.github\.(v3\.)?repository\+json/;

interface NamedRepository {
  readonly owner: string;
  readonly repo: string;
}

/** GitHub docs: REST API endpoints for teams (repositories). */
export function accessRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views, platform } = parts;
  const { teamReader, teamAdministrator, writable } = repositoryCallers(parts);
  const shownTeam = teamShown(world);
  function ownRepository(caller: OrganizationCaller, { owner, repo }: NamedRepository): RepositoryRecord {
    if (world.organization(owner)?.id === caller.organization.id) return writable(caller, repo);
    demandReached(caller, owner, repo);
    throw validationFailed({ resource: 'TeamRepository', code: 'invalid', field: 'repository' });
  }

  function demandReached({ reaches }: OrganizationCaller, owner: string, name: string): RepositoryRecord {
    const repository = demand(world.repository(owner, name));
    return demand(reaches(repository) ? repository : null);
  }

  endpoint('GET /orgs/:org/teams/:slug/repos', teamReader, ({ caller, params, page }) => {
    const listed = world.repositoriesOfTeam(shownTeam(caller, params));
    return page(
      listed.filter(({ repository }) => caller.reaches(repository)),
      ({ repository, ...grant }) => ({ ...views.wholeRepository(repository), ...rights(grant) }),
    );
  });

  endpoint('GET /orgs/:org/teams/:slug/repos/:owner/:repo', teamReader, ({ caller, params, request }) => {
    const team = shownTeam(caller, params);
    const repository = demandReached(caller, params.owner, params.repo);
    const grant = demand(world.teamsWith(repository).find((each) => each.team.id === team.id));
    if (!AS_REPOSITORY.test(request.headers.accept ?? '')) return undefined;
    return { ...views.wholeRepository(repository), ...rights(grant) };
  });

  endpoint(
    'PUT /orgs/:org/teams/:slug/repos/:owner/:repo',
    { by: teamAdministrator, body: accessBody },
    ({ caller, params, body }) => {
      const team = shownTeam(caller, params);
      const repository = ownRepository(caller, params);
      const access = requestedAccess(body, repository, world);
      platform.asApi.setTeamRepository(caller.actorId, caller.organization.login, team.id, repository.name, access);
    },
  );

  endpoint('DELETE /orgs/:org/teams/:slug/repos/:owner/:repo', teamAdministrator, ({ caller, params }) => {
    const team = shownTeam(caller, params);
    const { name } = ownRepository(caller, params);
    if (world.generalGrantsOf(team).length > 0) throw hasAllRepositories();
    platform.asApi.setTeamRepository(caller.actorId, caller.organization.login, team.id, name, null);
  });
}

/** Observed for security managers: integrations/terraform-provider-github, issue 2027. */
const hasAllRepositories = () => new ApiError(403, 'You cannot remove repositories from a security manager team.');
