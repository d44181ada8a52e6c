import type { FastifyRequest } from 'fastify';
import { callingInstallation, callingUser } from '../api/callers.ts';
import { installationSuspended, notAccessible, notFound } from '../api/errors.ts';
import { covers, needing } from '../api/permissions.ts';
import type { Parts } from '../parts.ts';
import type { InstallationRecord, RepositoryRecord } from '../world/records.ts';
import { installationNamed } from './app-routes.ts';
import type { Endpoints } from './endpoint.ts';

/** GitHub docs: REST API endpoints for Apps. */
export function installationRoutes(endpoint: Endpoints, { world, app, visibility, views }: Parts): void {
  endpoint('GET /user/installations', callingUser, ({ caller, page }) => {
    const installations = visibility.installations(caller);
    return { total_count: installations.length, installations: page(installations, views.installation) };
  });

  endpoint('GET /user/installations/:id/repositories', callingUser, ({ caller, params, page }) => {
    const installation = installationNamed(params.id, world);
    if (!visibility.installations(caller).some(({ id }) => id === installation.id)) throw notFound();
    if (installation.suspendedAt !== null) throw installationSuspended();
    const shown = visibility.repositories({ kind: 'user', user: caller }, installation.accountId);
    const shownIds = new Set(shown.map(({ id }) => id));
    const repositories = world.repositoriesOfInstallation(installation.id).filter(({ id }) => shownIds.has(id));
    return repositoriesView(repositories, installation.repositorySelection, page(repositories, views.repository));
  });

  const lister = needing({ metadata: 'read' }, (request: FastifyRequest) => {
    const caller = callingInstallation(request, world);
    if (!covers(caller.installation.permissions ?? app.permissions, lister.needed)) throw notAccessible(lister.needed);
    return caller;
  });
  endpoint('GET /installation/repositories', lister, ({ caller, page }) => {
    const { installation, repositoryIds } = caller;
    const reached = visibility.reachedIds(caller, installation.accountId);
    const repositories = world.repositoriesOf(installation.accountId).filter(({ id }) => reached.has(id));
    const selection = repositoryIds === null ? installation.repositorySelection : 'selected';
    return repositoriesView(repositories, selection, page(repositories, views.repository));
  });

  const repositoriesView = (
    { length }: readonly RepositoryRecord[],
    selection: InstallationRecord['repositorySelection'],
    repositories: readonly object[],
  ) => ({ total_count: length, repository_selection: selection, repositories });
}
