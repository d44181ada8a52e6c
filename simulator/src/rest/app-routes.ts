import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiGuardDeps, requireApp } from '../api/guard.ts';
import type { Links } from '../links.ts';
import type { Platform } from '../platform/platform.ts';
import type { RestViews } from '../views/views.ts';
import type { World } from '../world/world.ts';
import { installationNamed } from './installation-routes.ts';
import { pageOf } from './paging.ts';

/** What the calls of the App about its installations need. */
export interface RestAppDeps extends Pick<ApiGuardDeps, 'checkAppJwt'> {
  readonly world: World;
  readonly views: RestViews;
  readonly links: Links;
  readonly platform: Platform;
}

/** Suspending, uninstalling and open requests, with the App's JWT. GitHub docs: REST API endpoints for GitHub Apps. */
export function restAppRoutes(server: FastifyInstance, deps: RestAppDeps): void {
  const { world, views, links, platform } = deps;

  server.get('/app/installation-requests', async (request, reply) => {
    await requireApp(request, deps);
    return pageOf(world.installationRequests(), request, reply, links).map(views.installationRequest);
  });

  type IdRequest = FastifyRequest<{ Params: { id: string } }>;
  const act = async (request: IdRequest, action: 'suspend' | 'unsuspend' | 'uninstall') => {
    await requireApp(request, deps);
    platform.asApp(installationNamed(request.params.id, world).id, action);
  };
  server.put('/app/installations/:id/suspended', async (request: IdRequest, reply) => {
    await act(request, 'suspend');
    return reply.code(204).send();
  });
  server.delete('/app/installations/:id/suspended', async (request: IdRequest, reply) => {
    await act(request, 'unsuspend');
    return reply.code(204).send();
  });
  server.delete('/app/installations/:id', async (request: IdRequest, reply) => {
    await act(request, 'uninstall');
    return reply.code(request.headers['x-github-api-version'] === '2026-03-10' ? 202 : 204).send();
  });
}
