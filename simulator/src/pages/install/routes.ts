import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppRegistration } from '../../apps/registration.ts';
import type { Links } from '../../links.ts';
import type { OauthCodes } from '../../oauth/codes.ts';
import { setupRedirect } from '../../oauth/return-address.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UserRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import { PAGE_HEADERS } from '../html.ts';
import { type InstallVisit, readInstallForm, readVisit } from '../visit.ts';
import { choicePage, messagePage, type PageLink, permissionsPage } from './permissions-page.ts';
import { type InstallTarget, installTarget, installTargets, settingsPath } from './standing.ts';

/** What the installation pages need. */
export interface InstallRoutesDeps {
  readonly app: AppRegistration;
  readonly world: World;
  readonly links: Links;
  readonly codes: OauthCodes;
  readonly platform: Platform;
}

/** Parameters that stand for one account. */
const NO_TARGET = { suggested_target_id: null, target_id: null, target_type: null, 'repository_ids[]': null } as const;

type SlugParams = { readonly Params: { readonly slug: string } };

/** The pages on which the App is installed. GitHub docs: Sharing your GitHub App; Installing a GitHub App. */
export function installRoutes(server: FastifyInstance, deps: InstallRoutesDeps): void {
  const { app, world, links, codes, platform } = deps;
  const home = links.appPath(app);
  const base = home.slice(0, home.lastIndexOf('/'));
  const picker = `${home}/installations/new`;

  server.addHook<SlugParams>('preHandler', async (request, reply) => {
    if (request.params.slug === app.slug) return;
    return sendPage(reply.code(404), messagePage('No such App', 'Nobody has registered an App of this name here.'));
  });

  server.get(`${base}/:slug`, async (_request, reply) => {
    const text = 'An App registered on this simulated code host.';
    return sendPage(reply, messagePage(app.name, text, { href: picker, text: 'Install' }));
  });

  for (const path of ['new', 'select_target']) {
    server.get(`${base}/:slug/installations/${path}`, async (request, reply) => {
      const visit = readVisit(request, world);
      if (!visit.user) return sendPage(reply, whoPage(visit, world, pathOf(request)));
      return sendPage(reply, pickerPage(visit, visit.user));
    });
  }

  const permissions = `${base}/:slug/installations/new/permissions`;
  server.get(permissions, async (request, reply) => {
    const visit = readVisit(request, world);
    if (!visit.user) return sendPage(reply, whoPage(visit, world, pathOf(request)));
    if (targetIdOf(visit) === null) return reply.redirect(visit.address(picker, {}));
    const target = targetOf(visit, visit.user);
    if (!target) return sendPage(reply.code(404), strangerPage());
    return standingPage(reply, visit, visit.user, target);
  });

  server.post(permissions, async (request, reply) => {
    const visit = readVisit(request, world);
    const { user } = visit;
    const target = user && targetOf(visit, user);
    if (!user || !target) return sendPage(reply.code(404), strangerPage());
    if (target.installation) return standingPage(reply, visit, user, target);
    const form = readInstallForm(request.body);
    if (form.decision !== (target.standing === 'owner' ? 'install' : 'request')) {
      return sendPage(reply.code(403), messagePage('Not allowed', 'This is for somebody else to decide.'));
    }
    if (target.standing === 'member') {
      platform.requestInstallation(target.login, user.login);
      const away = setupRedirect(deps, { action: 'request', installationId: null, userId: user.id, ...visit });
      return away === null ? sendPage(reply, askedPage(target)) : reply.redirect(away);
    }
    const chosen = form.choice(world.repositoriesOf(target.id));
    if (chosen === null) return sendPage(reply.code(422), installPage(visit, user, target, true));
    const repositories = chosen === 'all' ? {} : { repositories: chosen.map(({ name }) => name) };
    const { id } = platform.install({ account: target.login, by: user.login, ...repositories });
    const away = setupRedirect({ app, codes }, { action: 'install', installationId: id, userId: user.id, ...visit });
    return reply.redirect(away ?? withLogin(settingsPath(target, id), user));
  });

  function standingPage(reply: FastifyReply, visit: InstallVisit, user: UserRecord, target: InstallTarget) {
    const { installation, standing } = target;
    if (!installation) return sendPage(reply, installPage(visit, user, target, false));
    if (standing === 'member') {
      return sendPage(reply, messagePage('Installed already', `The owners of ${target.login} decide what it may see.`));
    }
    const settings = settingsPath(target, installation.id);
    return reply.redirect(visit.address(settings, { login: user.login, ...NO_TARGET }));
  }

  function installPage(visit: InstallVisit, user: UserRecord, target: InstallTarget, isFaulty: boolean): string {
    const chosenIds = new Set(visit.query.getAll('repository_ids[]').map(Number));
    const selection = chosenIds.size > 0 || isFaulty ? 'selected' : 'all';
    const choice = { repositories: world.repositoriesOf(target.id), selection, chosenIds, isFaulty } as const;
    return permissionsPage({
      app,
      target,
      user,
      choice,
      backHref: visit.address(picker, { login: user.login, ...NO_TARGET }),
    });
  }

  function pickerPage(visit: InstallVisit, user: UserRecord): string {
    const entries = installTargets(world, user).map(
      (target): PageLink => ({
        href: visit.address(`${picker}/permissions`, { suggested_target_id: String(target.id), login: user.login }),
        accountId: target.id,
        title: target.login,
        note: noteOf(target),
      }),
    );
    return choicePage(`Install ${app.name}`, `You are ${user.login}. Where do you want to install it?`, entries);
  }

  function targetOf(visit: InstallVisit, user: UserRecord): InstallTarget | null {
    const id = targetIdOf(visit);
    return id === null ? null : installTarget(world, user, id);
  }
}

/** Asks who is in front of the screen; each answer is the same address with a login. */
export function whoPage(visit: InstallVisit, world: World, path: string): string {
  const people = world.users().filter(({ signInNote }) => signInNote !== null);
  const entries = people.map(({ id, login, name, signInNote }) => ({
    href: visit.address(path, { login }),
    accountId: id,
    title: name === null ? login : `${name} (${login})`,
    note: signInNote ?? '',
  }));
  return choicePage('Who are you?', 'No password is needed.', entries);
}

/** The page for what does not exist, or not for this person. */
export const strangerPage = () =>
  messagePage('Not found', 'There is no such account or installation, or it is none of your business.');

/** An address on this host that keeps the person. */
export const withLogin = (path: string, { login }: UserRecord) => `${path}?login=${encodeURIComponent(login)}`;

/** The path of a request, without its query. */
export const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '/').split('?', 1)[0] ?? '/';

/** Sends a page. */
export const sendPage = (reply: FastifyReply, html: string) => reply.headers(PAGE_HEADERS).send(html);

const askedPage = ({ login }: InstallTarget) =>
  messagePage('The owners have been asked', `An owner of ${login} has to approve the App.`);

/** The documented parameter, or the one the platform's own pages use. */
function targetIdOf({ query }: InstallVisit): number | null {
  const text = query.get('suggested_target_id') ?? query.get('target_id');
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function noteOf({ installation, standing, hasAsked }: InstallTarget): string {
  if (installation)
    return installation.suspendedAt === null ? 'Installed: configure' : 'Installed, suspended: configure';
  if (standing === 'owner') return 'Not installed';
  return hasAsked ? 'You have asked its owners' : 'Ask its owners';
}
