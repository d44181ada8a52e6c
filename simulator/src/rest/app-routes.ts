import { anyone, callingApp } from '../api/callers.ts';
import { ApiError, demand, installationSuspended, notFound } from '../api/errors.ts';
import { covers } from '../api/permissions.ts';
import type { Parts } from '../parts.ts';
import type { InstallationRecord, Permissions } from '../world/records.ts';
import { isoSeconds } from '../world/store.ts';
import type { World } from '../world/world.ts';
import type { Endpoints } from './endpoint.ts';

/** One token request may name so many. */
const NAMED_REPOSITORIES_MAX = 500;

/** GitHub docs: REST API endpoints for GitHub Apps. */
export function appRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, app, views, installationTokens, platform } = parts;
  const named = (id: string) => installationNamed(id, world);

  endpoint('GET /app', callingApp, views.app);

  // A private App needs a credential. GitHub docs: Get an app.
  endpoint('GET /apps/:slug', anyone, ({ params, request }) => {
    const isShown = app.isPublic || request.credential.kind !== 'none';
    if (params.slug.toLowerCase() !== app.slug.toLowerCase() || !isShown) throw notFound();
    return views.app();
  });

  endpoint('GET /app/installations', callingApp, ({ page }) => page(world.installations(), views.installation));

  endpoint('GET /app/installation-requests', callingApp, ({ page }) =>
    page(world.installationRequests(), views.installationRequest),
  );

  endpoint('GET /app/installations/:id', callingApp, ({ params }) => views.installation(named(params.id)));

  endpoint('POST /app/installations/:id/access_tokens', { by: callingApp, status: 201 }, ({ params, body }) => {
    const installation = named(params.id);
    if (installation.suspendedAt !== null) throw installationSuspended();
    const repositories = namedRepositories(body, installation, world);
    const permissions = requestedPermissions(body, installation.permissions ?? app.permissions);
    const { token, expiresAt } = installationTokens.issue({
      installationId: installation.id,
      repositoryIds: repositories?.map(({ id }) => id) ?? null,
      permissions,
    });
    return {
      token,
      expires_at: isoSeconds(expiresAt),
      permissions: permissions ?? installation.permissions ?? app.permissions,
      repository_selection: repositories ? 'selected' : installation.repositorySelection,
      ...(repositories ? { repositories: repositories.map(views.repository) } : {}),
    };
  });

  endpoint('PUT /app/installations/:id/suspended', callingApp, ({ params }) =>
    platform.asApp(named(params.id).id, 'suspend'),
  );
  endpoint('DELETE /app/installations/:id/suspended', callingApp, ({ params }) =>
    platform.asApp(named(params.id).id, 'unsuspend'),
  );
  endpoint('DELETE /app/installations/:id', callingApp, ({ params, request, reply }) => {
    platform.asApp(named(params.id).id, 'uninstall');
    if (request.headers['x-github-api-version'] === '2026-03-10') reply.code(202);
  });

  const installationOn = (account: { readonly id: number } | null) =>
    views.installation(demand(account && world.installationOf(account.id)));
  endpoint('GET /orgs/:login/installation', callingApp, ({ params }) =>
    installationOn(world.organization(params.login)),
  );
  endpoint('GET /users/:login/installation', callingApp, ({ params }) => installationOn(world.user(params.login)));
}

export const installationNamed = (id: string, world: World): InstallationRecord =>
  demand(/^[1-9]\d{0,15}$/.test(id) ? world.installation(Number(id)) : null);

/** Null if the request names none. Reported, as the published description has no text: create-github-app-token#245. */
function requestedPermissions(body: unknown, granted: Permissions): Permissions | null {
  const { permissions }: { permissions?: Permissions } = Object(body);
  const requested: Permissions = Object(permissions);
  if (Object.keys(requested).length === 0) return null;
  if (covers(granted, requested)) return requested;
  throw new ApiError(422, 'The permissions requested are not granted to this installation.');
}

function namedRepositories(body: unknown, installation: InstallationRecord, world: World) {
  const { repositories, repository_ids: ids }: { repositories?: unknown; repository_ids?: unknown } = Object(body);
  const requested: readonly unknown[] = [repositories, ids].filter(Array.isArray).flat();
  if (requested.length === 0) return null;
  const reached = world.repositoriesOfInstallation(installation.id);
  const found = requested
    .map((entry) => reached.find(({ id, name }) => entry === id || entry === name))
    .filter((repository) => repository !== undefined);
  if (requested.length <= NAMED_REPOSITORIES_MAX && found.length === requested.length) return found;
  throw new ApiError(
    422,
    'There is at least one repository that does not exist or is not accessible to the parent installation.',
  );
}
