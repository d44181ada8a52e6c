import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, notAccessible, notFound } from '../api/errors.ts';
import { exchangeOf } from '../api/exchange.ts';
import { type ApiGuardDeps, callingUser, callingViewer, requireApp } from '../api/guard.ts';
import type { Visibility } from '../api/visibility.ts';
import type { InstallationTokens } from '../apps/installation-tokens.ts';
import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../links.ts';
import type { RestViews } from '../views/views.ts';
import type { InstallationRecord } from '../world/records.ts';
import { isoSeconds } from '../world/store.ts';
import type { World } from '../world/world.ts';
import { pageOf } from './paging.ts';

/** At most this many repositories may be named for one token. */
const NAMED_REPOSITORIES_MAX = 500;

/** What the installation calls need. */
export interface RestInstallationDeps extends Pick<ApiGuardDeps, 'checkAppJwt'> {
  readonly world: World;
  readonly app: AppRegistration;
  readonly visibility: Visibility;
  readonly views: RestViews;
  readonly links: Links;
  readonly installationTokens: InstallationTokens;
}

/** Installations as the user, the App and the installation itself see them. GitHub docs: REST API endpoints for Apps. */
export function restInstallationRoutes(server: FastifyInstance, deps: RestInstallationDeps): void {
  const { world, app, visibility, views, links, installationTokens } = deps;

  server.get('/user/installations', async (request, reply) => {
    const installations = visibility.installations(callingUser(request));
    const page = pageOf(installations, request, reply, links);
    return { total_count: installations.length, installations: page.map(views.installation) };
  });

  server.get<{ Params: { id: string } }>('/user/installations/:id/repositories', async (request, reply) => {
    const user = callingUser(request);
    const installation = installationNamed(request.params.id, world);
    if (!visibility.installations(user).some(({ id }) => id === installation.id)) throw notFound();
    if (installation.suspendedAt !== null) throw suspended();
    const repositories = world.repositoriesOfInstallation(installation.id);
    const page = pageOf(repositories, request, reply, links);
    return {
      total_count: repositories.length,
      repository_selection: installation.repositorySelection,
      repositories: page.map(views.repository),
    };
  });

  server.get('/app', async (request) => {
    await requireApp(request, deps);
    return views.app();
  });

  server.get('/app/installations', async (request, reply) => {
    await requireApp(request, deps);
    return pageOf(world.installations(), request, reply, links).map(views.installation);
  });

  server.get<{ Params: { id: string } }>('/app/installations/:id', async (request) => {
    await requireApp(request, deps);
    return views.installation(installationNamed(request.params.id, world));
  });

  server.post<{ Params: { id: string } }>('/app/installations/:id/access_tokens', async (request, reply) => {
    await requireApp(request, deps);
    const installation = installationNamed(request.params.id, world);
    if (installation.suspendedAt !== null) throw suspended();
    const named = namedRepositories(request.body, installation, world);
    const { token, expiresAt } = installationTokens.issue(installation.id, named?.map(({ id }) => id) ?? null);
    return reply.code(201).send({
      token,
      expires_at: isoSeconds(expiresAt),
      permissions: installation.permissions ?? app.permissions,
      repository_selection: named ? 'selected' : installation.repositorySelection,
      ...(named ? { repositories: named.map(views.repository) } : {}),
    });
  });

  for (const path of ['/orgs/:login/installation', '/users/:login/installation']) {
    server.get<{ Params: { login: string } }>(path, async (request) => {
      await requireApp(request, deps);
      const { login } = request.params;
      const account = path.startsWith('/orgs') ? world.organization(login) : world.user(login);
      const installation = account && world.installationOf(account.id);
      if (!installation) throw notFound();
      return views.installation(installation);
    });
  }

  server.get('/installation/repositories', async (request, reply) => {
    const viewer = callingViewer(request, world);
    if (viewer.kind !== 'installation') throw notAccessible();
    const { installation } = viewer;
    const narrowed = grantedRepositoryIds(request);
    const repositories = world
      .repositoriesOfInstallation(installation.id)
      .filter(({ id }) => narrowed === null || narrowed.includes(id));
    const page = pageOf(repositories, request, reply, links);
    return {
      total_count: repositories.length,
      repository_selection: narrowed === null ? installation.repositorySelection : 'selected',
      repositories: page.map(views.repository),
    };
  });
}

const suspended = () => new ApiError(403, 'This installation has been suspended');

function grantedRepositoryIds(request: FastifyRequest): readonly number[] | null {
  return exchangeOf(request)?.credential.grant?.repositoryIds ?? null;
}

/** The installation of a path; refuses IDs that are none. */
export function installationNamed(id: string, world: World): InstallationRecord {
  const installation = /^[1-9]\d{0,15}$/.test(id) ? world.installation(Number(id)) : null;
  if (!installation) throw notFound();
  return installation;
}

/** The repositories a token is narrowed to; null when the request names none. */
function namedRepositories(body: unknown, installation: InstallationRecord, world: World) {
  const { repositories, repository_ids: ids }: { repositories?: unknown; repository_ids?: unknown } = Object(body);
  const wanted = [...asList(repositories), ...asList(ids)];
  if (wanted.length === 0) return null;
  const reached = world.repositoriesOfInstallation(installation.id);
  const named = wanted.map((entry) => reached.find(({ id, name }) => entry === id || entry === name));
  const known = named.filter((repository) => repository !== undefined);
  if (wanted.length > NAMED_REPOSITORIES_MAX || known.length < named.length) {
    throw new ApiError(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  }
  return known;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
