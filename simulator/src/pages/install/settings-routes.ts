import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../parts.ts';
import type { InstallationRecord } from '../../world/records.ts';
import type { PageAnswer } from '../html.ts';
import { type PersonVisit, personPages, STRANGER_PAGE, withLogin } from '../visit.ts';
import { readChoice } from './permissions-page.ts';
import { type SettingsDone, settingsListPage, settingsPage } from './settings-page.ts';
import { setupRedirect } from './setup-redirect.ts';
import { type InstallTarget, installTarget, settingsPath } from './standing.ts';

interface SettingsVisit {
  readonly visit: PersonVisit;
  readonly target: InstallTarget;
  readonly installation: InstallationRecord;
}

/** For owners. GitHub docs: Reviewing and modifying installed GitHub Apps. */
export function installSettingsRoutes(server: FastifyInstance, parts: Parts): void {
  const { app, world, links, platform } = parts;

  const page = personPages(server, world);

  for (const list of ['/organizations/:login/settings/installations', '/settings/installations']) {
    const forOwnerOf = (answer: (visit: PersonVisit, target: InstallTarget) => PageAnswer) => (visit: PersonVisit) => {
      const target = ownTarget(visit);
      return target ? answer(visit, target) : STRANGER_PAGE;
    };
    page(list, forOwnerOf(listPage), forOwnerOf(dismiss));
    // People accept new permissions at the second path.
    for (const settings of [`${list}/:id`, `${list}/:id/permissions/update`]) {
      page(
        settings,
        forOwner((settingsVisit) => pageFor(settingsVisit, false)),
        forOwner(carryOut),
      );
    }
  }

  function forOwner(answer: (settingsVisit: SettingsVisit) => PageAnswer) {
    return (visit: PersonVisit): PageAnswer => {
      const target = ownTarget(visit);
      const installation = target?.installation;
      if (!target || !installation || String(installation.id) !== visit.params.id) return STRANGER_PAGE;
      return answer({ visit, target, installation });
    };
  }

  function ownTarget({ user, params: { login } }: PersonVisit): InstallTarget | null {
    const accountId = login === undefined ? user.id : world.organization(login)?.id;
    const target = accountId === undefined ? null : installTarget(world, user, accountId, app);
    return target?.standing === 'owner' ? target : null;
  }

  function listPage({ user, query }: PersonVisit, target: InstallTarget): string {
    const href = target.installation
      ? withLogin(settingsPath(target, target.installation.id), user)
      : `${withLogin(`${links.appPath(app)}/installations/new/permissions`, user)}&suggested_target_id=${target.id}`;
    const requests = world
      .installationRequestsFor(target.id)
      .map(({ id, requesterId }) => ({ id, requester: world.userById(requesterId)?.login ?? '' }));
    return settingsListPage({ app, target, user, requests, href, done: query.get('done') });
  }

  function dismiss(visit: PersonVisit, target: InstallTarget): PageAnswer {
    const requestId = visit.form.get('dismiss');
    const request = world.installationRequestsFor(target.id).find(({ id }) => String(id) === requestId);
    if (request === undefined) return { status: 422, html: listPage(visit, target) };
    platform.dismissRequest(request.id);
    return { to: visit.address(settingsPath(target), { login: visit.user.login, done: 'dismissed' }) };
  }

  function carryOut(settingsVisit: SettingsVisit): PageAnswer {
    const { visit, target, installation } = settingsVisit;
    const { login } = visit.user;
    const decision = String(visit.form.get('decision'));
    if (decision === 'save') return save(settingsVisit);
    const actions: Readonly<Record<string, [SettingsDone, () => unknown]>> = {
      suspend: ['suspended', () => platform.suspend(installation.id, login)],
      unsuspend: ['unsuspended', () => platform.unsuspend(installation.id, login)],
      accept: ['accepted', () => platform.acceptPermissions(installation.id, undefined, login)],
      uninstall: ['uninstalled', () => platform.uninstall(installation.id, login)],
    };
    const action = Object.hasOwn(actions, decision) ? actions[decision] : undefined;
    if (!action) return { status: 422, html: pageFor(settingsVisit, false) };
    const [done, act] = action;
    act();
    const next = done === 'uninstalled' ? settingsPath(target) : settingsPath(target, installation.id);
    return { to: visit.address(next, { login, done }) };
  }

  function save(settingsVisit: SettingsVisit): PageAnswer {
    const { visit, target, installation } = settingsVisit;
    const { user } = visit;
    const chosen = readChoice(visit.form, world.repositoriesOf(target.id));
    if (chosen === null) return { status: 422, html: pageFor(settingsVisit, true) };
    platform.setRepositories(installation.id, chosen === 'all' ? 'all' : chosen.map(({ name }) => name), user.login);
    const away = setupRedirect(parts, { action: 'update', installationId: installation.id, userId: user.id, ...visit });
    const here = visit.address(settingsPath(target, installation.id), { login: user.login, done: 'saved' });
    return { to: away ?? here };
  }

  function pageFor({ visit, target, installation }: SettingsVisit, isFaulty: boolean): string {
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
