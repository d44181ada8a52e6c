import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setupRedirect } from '../../oauth/return-address.ts';
import type { InstallationRecord, UserRecord } from '../../world/records.ts';
import { type InstallForm, type InstallVisit, readInstallForm, readVisit } from '../visit.ts';
import { type InstallRoutesDeps, pathOf, sendPage, strangerPage, whoPage, withLogin } from './routes.ts';
import { type SettingsDone, settingsListPage, settingsPage } from './settings-page.ts';
import { type InstallTarget, installTarget, settingsPath } from './standing.ts';

/** Whose settings, and which installation. */
interface Place {
  readonly visit: InstallVisit;
  readonly user: UserRecord;
  readonly target: InstallTarget;
}

/** The settings pages of installations, for owners. GitHub docs: Reviewing and modifying installed GitHub Apps. */
export function installSettingsRoutes(server: FastifyInstance, deps: InstallRoutesDeps): void {
  const { app, world, links, platform } = deps;
  const appHome = links.appPath(app);

  for (const list of ['/organizations/:login/settings/installations', '/settings/installations']) {
    server.get(list, async (request, reply) => {
      const place = placeOf(request, reply);
      if ('page' in place) return place.page;
      const { user, target, visit } = place;
      const href = target.installation
        ? withLogin(settingsPath(target, target.installation.id), user)
        : `${withLogin(`${appHome}/installations/new/permissions`, user)}&suggested_target_id=${target.id}`;
      const requesters = world
        .installationRequests()
        .filter(({ accountId }) => accountId === target.id)
        .map(({ requesterId }) => world.userById(requesterId)?.login ?? '');
      return sendPage(reply, settingsListPage({ app, target, requesters, href, done: visit.query.get('done') }));
    });

    // People are sent to the second one to accept new permissions.
    for (const settings of [`${list}/:id`, `${list}/:id/permissions/update`]) settingsRoutes(settings);
  }

  function settingsRoutes(path: string): void {
    server.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const place = placeOf(request, reply);
      if ('page' in place) return place.page;
      const installation = installationOf(request, place);
      if (!installation) return sendPage(reply.code(404), strangerPage());
      return sendPage(reply, pageFor(place, installation, false));
    });

    server.post<{ Params: { id: string } }>(path, async (request, reply) => {
      const place = placeOf(request, reply);
      if ('page' in place) return place.page;
      const installation = installationOf(request, place);
      if (!installation) return sendPage(reply.code(404), strangerPage());
      const form = readInstallForm(request.body);
      const { user, target, visit } = place;
      if (form.decision === 'save') return save(reply, place, installation, form);
      const done = carryOut(form.decision, installation.id, user.login);
      if (done === null) return sendPage(reply.code(422), pageFor(place, installation, false));
      const next = done === 'uninstalled' ? settingsPath(target) : settingsPath(target, installation.id);
      return reply.redirect(visit.address(next, { login: user.login, done }));
    });
  }

  function save(reply: FastifyReply, { visit, user, target }: Place, { id }: InstallationRecord, form: InstallForm) {
    const chosen = form.choice(world.repositoriesOf(target.id));
    const installation = world.installation(id);
    if (chosen === null && installation) {
      return sendPage(reply.code(422), pageFor({ visit, user, target }, installation, true));
    }
    const names = chosen === 'all' ? 'all' : (chosen ?? []).map(({ name }) => name);
    platform.setRepositories(id, names, user.login);
    const away = setupRedirect(deps, { action: 'update', installationId: id, userId: user.id, ...visit });
    return reply.redirect(away ?? visit.address(settingsPath(target, id), { login: user.login, done: 'saved' }));
  }

  function carryOut(decision: string, id: number, by: string): SettingsDone | null {
    switch (decision) {
      case 'suspend':
        platform.suspend(id, by);
        return 'suspended';
      case 'unsuspend':
        platform.unsuspend(id, by);
        return 'unsuspended';
      case 'accept':
        platform.acceptPermissions(id, undefined, by);
        return 'accepted';
      case 'uninstall':
        platform.uninstall(id, by);
        return 'uninstalled';
      default:
        return null;
    }
  }

  function pageFor({ visit, user, target }: Place, installation: InstallationRecord, isFaulty: boolean): string {
    const reached = world.repositoriesOfInstallation(installation.id).map(({ id }) => id);
    const choice = {
      repositories: world.repositoriesOf(target.id),
      selection: isFaulty ? 'selected' : installation.repositorySelection,
      chosenIds: new Set(installation.repositorySelection === 'all' ? [] : reached),
      isFaulty,
    } as const;
    return settingsPage({ app, target, installation, user, choice, done: visit.query.get('done') });
  }

  /** The owner and the account, or the page that was sent instead. */
  function placeOf(request: FastifyRequest, reply: FastifyReply): Place | { readonly page: FastifyReply } {
    const visit = readVisit(request, world);
    const { user } = visit;
    if (!user) return { page: sendPage(reply, whoPage(visit, world, pathOf(request))) };
    const { login }: { login?: unknown } = Object(request.params);
    const accountId = typeof login === 'string' ? world.organization(login)?.id : user.id;
    const target = accountId === undefined ? null : installTarget(world, user, accountId);
    if (target?.standing !== 'owner') return { page: sendPage(reply.code(404), strangerPage()) };
    return { visit, user, target };
  }

  function installationOf(request: FastifyRequest<{ Params: { id: string } }>, { target }: Place) {
    return String(target.installation?.id) === request.params.id ? target.installation : null;
  }
}
