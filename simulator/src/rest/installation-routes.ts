import { callingInstallation, callingUser } from '../api/callers.ts';
import { installationSuspended, notAccessible, notFound } from '../api/errors.ts';
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

  endpoint(
    'GET /installation/repositories',
    (request) => callingInstallation(request, world),
    ({ caller, request, page }) => {
      if ((caller.permissions ?? app.permissions).metadata === undefined) throw notAccessible('metadata=read');
      const narrowed = request.credential.grant?.repositoryIds ?? null;
      const repositories = world
        .repositoriesOfInstallation(caller.id)
        .filter(({ id }) => narrowed === null || narrowed.includes(id));
      const selection = narrowed === null ? caller.repositorySelection : 'selected';
      return repositoriesView(repositories, selection, page(repositories, views.repository));
    },
  );

  const repositoriesView = (
    { length }: readonly RepositoryRecord[],
    selection: InstallationRecord['repositorySelection'],
    repositories: readonly object[],
  ) => ({ total_count: length, repository_selection: selection, repositories });
}
