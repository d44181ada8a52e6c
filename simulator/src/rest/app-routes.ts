import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError, demand, installationSuspended } from '../api/errors.ts';
import type { Parts } from '../parts.ts';
import type { InstallationRecord } from '../world/records.ts';
import { isoSeconds } from '../world/store.ts';
import type { World } from '../world/world.ts';
import { pageOf } from './paging.ts';

/** At most this many repositories may be named for one token. */
const NAMED_REPOSITORIES_MAX = 500;

interface OneInstallation {
  readonly Params: { readonly id: string };
}

/** What the App does with its own JWT, which has been checked. GitHub docs: REST API endpoints for GitHub Apps. */
export function appRoutes(server: FastifyInstance, parts: Parts): void {
  const { world, app, views, links, installationTokens, platform } = parts;

  server.get('/app', async () => views.app());

  server.get('/app/installations', async (request, reply) =>
    pageOf(world.installations(), request, reply, links).map(views.installation),
  );

  server.get('/app/installation-requests', async (request, reply) =>
    pageOf(world.installationRequests(), request, reply, links).map(views.installationRequest),
  );

  server.get<OneInstallation>('/app/installations/:id', async ({ params }) =>
    views.installation(installationNamed(params.id, world)),
  );

  server.post<OneInstallation>('/app/installations/:id/access_tokens', async ({ params, body }, reply) => {
    const installation = installationNamed(params.id, world);
    if (installation.suspendedAt !== null) throw installationSuspended();
    const named = namedRepositories(body, installation, world);
    const { token, expiresAt } = installationTokens.issue(installation.id, named?.map(({ id }) => id) ?? null);
    return reply.code(201).send({
      token,
      expires_at: isoSeconds(expiresAt),
      permissions: installation.permissions ?? app.permissions,
      repository_selection: named ? 'selected' : installation.repositorySelection,
      ...(named ? { repositories: named.map(views.repository) } : {}),
    });
  });

  const act = (id: string, action: 'suspend' | 'unsuspend' | 'uninstall', reply: FastifyReply, status = 204) => {
    platform.asApp(installationNamed(id, world).id, action);
    return reply.code(status).send();
  };
  server.put<OneInstallation>('/app/installations/:id/suspended', async ({ params }, reply) =>
    act(params.id, 'suspend', reply),
  );
  server.delete<OneInstallation>('/app/installations/:id/suspended', async ({ params }, reply) =>
    act(params.id, 'unsuspend', reply),
  );
  server.delete<OneInstallation>('/app/installations/:id', async ({ params, headers }, reply) =>
    act(params.id, 'uninstall', reply, headers['x-github-api-version'] === '2026-03-10' ? 202 : 204),
  );

  const installationOn = (account: { readonly id: number } | null) =>
    views.installation(demand(account && world.installationOf(account.id)));
  server.get<{ Params: { login: string } }>('/orgs/:login/installation', async ({ params }) =>
    installationOn(world.organization(params.login)),
  );
  server.get<{ Params: { login: string } }>('/users/:login/installation', async ({ params }) =>
    installationOn(world.user(params.login)),
  );
}

/** The installation of a path; refuses IDs that are none. */
export const installationNamed = (id: string, world: World): InstallationRecord =>
  demand(/^[1-9]\d{0,15}$/.test(id) ? world.installation(Number(id)) : null);

/** The repositories a token is narrowed to; null when the request names none. */
function namedRepositories(body: unknown, installation: InstallationRecord, world: World) {
  const { repositories, repository_ids: ids }: { repositories?: unknown; repository_ids?: unknown } = Object(body);
  const wanted: readonly unknown[] = [repositories, ids].filter(Array.isArray).flat();
  if (wanted.length === 0) return null;
  const reached = world.repositoriesOfInstallation(installation.id);
  const known = wanted
    .map((entry) => reached.find(({ id, name }) => entry === id || entry === name))
    .filter((repository) => repository !== undefined);
  if (wanted.length <= NAMED_REPOSITORIES_MAX && known.length === wanted.length) return known;
  throw new ApiError(
    422,
    'There is at least one repository that does not exist or is not accessible to the parent installation.',
  );
}
