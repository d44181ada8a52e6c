import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../../parts.ts';
import type { InstallationRecord } from '../../world/records.ts';
import { sendPage } from '../html.ts';
import { forPerson, type PageRoute, type PersonVisit, sendStrangerPage, withLogin } from '../visit.ts';
import { readChoice, readDecision } from './permissions-page.ts';
import { type SettingsDone, settingsListPage, settingsPage } from './settings-page.ts';
import { setupRedirect } from './setup-redirect.ts';
import { type InstallTarget, installTarget, settingsPath } from './standing.ts';

/** An owner, the account whose settings these are, and the installation of the path. */
interface Place {
  readonly visit: PersonVisit;
  readonly target: InstallTarget;
  readonly installation: InstallationRecord;
}

/** The settings pages of installations, for owners. GitHub docs: Reviewing and modifying installed GitHub Apps. */
export function installSettingsRoutes(server: FastifyInstance, parts: Parts): void {
  const { app, world, links, platform } = parts;
  const appHome = links.appPath(app);

  for (const list of ['/organizations/:login/settings/installations', '/settings/installations']) {
    server.get<PageRoute>(
      list,
      forPerson(world, (visit, request, reply) => {
        const target = ownTarget(visit, request);
        return target ? sendPage(reply, listPage(visit, target)) : sendStrangerPage(reply);
      }),
    );

    // People are sent to the second one to accept new permissions.
    for (const settings of [`${list}/:id`, `${list}/:id/permissions/update`]) {
      server.get<PageRoute>(
        settings,
        forOwner((place, _request, reply) => sendPage(reply, pageFor(place, false))),
      );
      server.post<PageRoute>(settings, forOwner(carryOut));
    }
  }

  function forOwner(answer: (place: Place, request: FastifyRequest<PageRoute>, reply: FastifyReply) => FastifyReply) {
    return forPerson(world, (visit, request, reply) => {
      const target = ownTarget(visit, request);
      const installation = target?.installation;
      if (!target || !installation || String(installation.id) !== request.params.id) return sendStrangerPage(reply);
      return answer({ visit, target, installation }, request, reply);
    });
  }

  function ownTarget({ user }: PersonVisit, { params: { login } }: FastifyRequest<PageRoute>): InstallTarget | null {
    const accountId = login === undefined ? user.id : world.organization(login)?.id;
    const target = accountId === undefined ? null : installTarget(world, user, accountId);
    return target?.standing === 'owner' ? target : null;
  }

  function listPage({ user, query }: PersonVisit, target: InstallTarget): string {
    const href = target.installation
      ? withLogin(settingsPath(target, target.installation.id), user)
      : `${withLogin(`${appHome}/installations/new/permissions`, user)}&suggested_target_id=${target.id}`;
    const requesters = world
      .installationRequestsFor(target.id)
      .map(({ requesterId }) => world.userById(requesterId)?.login ?? '');
    return settingsListPage({ app, target, requesters, href, done: query.get('done') });
  }

  function carryOut(place: Place, { body }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { visit, target, installation } = place;
    const { login } = visit.user;
    const decision = readDecision(body);
    if (decision === 'save') return save(place, body, reply);
    const actions: Readonly<Record<string, [SettingsDone, () => unknown]>> = {
      suspend: ['suspended', () => platform.suspend(installation.id, login)],
      unsuspend: ['unsuspended', () => platform.unsuspend(installation.id, login)],
      accept: ['accepted', () => platform.acceptPermissions(installation.id, undefined, login)],
      uninstall: ['uninstalled', () => platform.uninstall(installation.id, login)],
    };
    const action = Object.hasOwn(actions, decision) ? actions[decision] : undefined;
    if (!action) return sendPage(reply.code(422), pageFor(place, false));
    const [done, act] = action;
    act();
    const next = done === 'uninstalled' ? settingsPath(target) : settingsPath(target, installation.id);
    return reply.redirect(visit.address(next, { login, done }));
  }

  function save(place: Place, body: unknown, reply: FastifyReply): FastifyReply {
    const { visit, target, installation } = place;
    const { user } = visit;
    const chosen = readChoice(body, world.repositoriesOf(target.id));
    if (chosen === null) return sendPage(reply.code(422), pageFor(place, true));
    platform.setRepositories(installation.id, chosen === 'all' ? 'all' : chosen.map(({ name }) => name), user.login);
    const away = setupRedirect(parts, { action: 'update', installationId: installation.id, userId: user.id, ...visit });
    const here = visit.address(settingsPath(target, installation.id), { login: user.login, done: 'saved' });
    return reply.redirect(away ?? here);
  }

  function pageFor({ visit, target, installation }: Place, isFaulty: boolean): string {
    const reached = world.repositoriesOfInstallation(installation.id).map(({ id }) => id);
    const choice = {
      repositories: world.repositoriesOf(target.id),
      selection: isFaulty ? 'selected' : installation.repositorySelection,
      chosenIds: new Set(installation.repositorySelection === 'all' ? [] : reached),
      isFaulty,
    } as const;
    return settingsPage({ app, target, installation, user: visit.user, choice, done: visit.query.get('done') });
  }
}
