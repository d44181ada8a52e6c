import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callingUser, callingViewer } from '../api/callers.ts';
import { installationSuspended, notAccessible, notFound } from '../api/errors.ts';
import type { Parts } from '../parts.ts';
import type { RepositoryRecord } from '../world/records.ts';
import { installationNamed } from './app-routes.ts';
import { pageOf } from './paging.ts';

/** Installations as the user and the installation itself see them. GitHub docs: REST API endpoints for Apps. */
export function installationRoutes(server: FastifyInstance, { world, visibility, views, links }: Parts): void {
  server.get('/user/installations', async (request, reply) => {
    const installations = visibility.installations(callingUser(request));
    const page = pageOf(installations, request, reply, links);
    return { total_count: installations.length, installations: page.map(views.installation) };
  });

  server.get<{ Params: { id: string } }>('/user/installations/:id/repositories', async (request, reply) => {
    const user = callingUser(request);
    const installation = installationNamed(request.params.id, world);
    if (!visibility.installations(user).some(({ id }) => id === installation.id)) throw notFound();
    if (installation.suspendedAt !== null) throw installationSuspended();
    const repositories = world.repositoriesOfInstallation(installation.id);
    return repositoriesView(repositories, installation.repositorySelection, request, reply);
  });

  server.get('/installation/repositories', async (request, reply) => {
    const viewer = callingViewer(request, world);
    if (viewer.kind !== 'installation') throw notAccessible();
    const { installation } = viewer;
    const narrowed = request.credential.grant?.repositoryIds ?? null;
    const repositories = world
      .repositoriesOfInstallation(installation.id)
      .filter(({ id }) => narrowed === null || narrowed.includes(id));
    const selection = narrowed === null ? installation.repositorySelection : 'selected';
    return repositoriesView(repositories, selection, request, reply);
  });

  const repositoriesView = (
    repositories: readonly RepositoryRecord[],
    selection: 'all' | 'selected',
    request: FastifyRequest,
    reply: FastifyReply,
  ) => ({
    total_count: repositories.length,
    repository_selection: selection,
    repositories: pageOf(repositories, request, reply, links).map(views.repository),
  });
}
