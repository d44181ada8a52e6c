import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Parts } from '../../parts.ts';
import { choicePage, messagePage, sendPage } from '../html.ts';
import { forPerson, type PageRoute, type PersonVisit, readVisit, sendStrangerPage, withLogin } from '../visit.ts';
import { permissionsPage, readChoice, readDecision } from './permissions-page.ts';
import { setupRedirect } from './setup-redirect.ts';
import { type InstallTarget, installTarget, installTargets, settingsPath } from './standing.ts';

/** Parameters that stand for one account. */
const NO_TARGET = { suggested_target_id: null, target_id: null, target_type: null, 'repository_ids[]': null } as const;

/** The pages on which the App is installed. GitHub docs: Sharing your GitHub App; Installing a GitHub App. */
export function installRoutes(server: FastifyInstance, parts: Parts): void {
  const { app, world, links, platform } = parts;
  const home = links.appPath(app);
  const base = home.slice(0, home.lastIndexOf('/'));
  const picker = `${home}/installations/new`;

  server.addHook<PageRoute>('preHandler', async (request, reply) => {
    if (request.params.slug === app.slug) return;
    return sendPage(reply.code(404), messagePage('No such App', 'Nobody has registered an App of this name here.'));
  });

  server.get(`${base}/:slug`, async (_request, reply) => {
    const text = 'An App registered on this simulated code host.';
    return sendPage(reply, messagePage(app.name, text, { href: picker, text: 'Install' }));
  });

  for (const path of ['new', 'select_target']) {
    server.get<PageRoute>(
      `${base}/:slug/installations/${path}`,
      forPerson(world, (visit, _request, reply) => sendPage(reply, pickerPage(visit))),
    );
  }

  const permissions = `${base}/:slug/installations/new/permissions`;
  server.get<PageRoute>(
    permissions,
    forPerson(world, (visit, _request, reply) => {
      if (targetIdOf(visit) === null) return reply.redirect(visit.address(picker, {}));
      const target = targetOf(visit);
      return target ? sendStanding(reply, visit, target) : sendStrangerPage(reply);
    }),
  );

  server.post<PageRoute>(permissions, async (request, reply) => {
    const { user, ...rest } = readVisit(request, world);
    const visit = user && { ...rest, user };
    const target = visit && targetOf(visit);
    if (!visit || !target) return sendStrangerPage(reply);
    if (target.installation) return sendStanding(reply, visit, target);
    const by = visit.user;
    if (readDecision(request.body) !== (target.standing === 'owner' ? 'install' : 'request')) {
      return sendPage(reply.code(403), messagePage('Not allowed', 'This is for somebody else to decide.'));
    }
    if (target.standing === 'member') {
      platform.requestInstallation(target.login, by.login);
      const away = setupRedirect(parts, { action: 'request', installationId: null, userId: by.id, ...visit });
      return away === null ? sendPage(reply, askedPage(target)) : reply.redirect(away);
    }
    const chosen = readChoice(request.body, world.repositoriesOf(target.id));
    if (chosen === null) return sendPage(reply.code(422), installPage(visit, target, true));
    const repositories = chosen === 'all' ? {} : { repositories: chosen.map(({ name }) => name) };
    const { id } = platform.install({ account: target.login, by: by.login, ...repositories });
    const away = setupRedirect(parts, { action: 'install', installationId: id, userId: by.id, ...visit });
    return reply.redirect(away ?? withLogin(settingsPath(target, id), by));
  });

  function sendStanding(reply: FastifyReply, visit: PersonVisit, target: InstallTarget) {
    const { installation, standing } = target;
    if (!installation) return sendPage(reply, installPage(visit, target, false));
    if (standing === 'member') {
      return sendPage(reply, messagePage('Installed already', `The owners of ${target.login} decide what it may see.`));
    }
    const settings = settingsPath(target, installation.id);
    return reply.redirect(visit.address(settings, { login: visit.user.login, ...NO_TARGET }));
  }

  function installPage(visit: PersonVisit, target: InstallTarget, isFaulty: boolean): string {
    const { user } = visit;
    const chosenIds = new Set(visit.query.getAll('repository_ids[]').map(Number));
    const selection = chosenIds.size > 0 || isFaulty ? 'selected' : 'all';
    const choice = { repositories: world.repositoriesOf(target.id), selection, chosenIds, isFaulty } as const;
    const backHref = visit.address(picker, { login: user.login, ...NO_TARGET });
    return permissionsPage({ app, target, user, choice, backHref });
  }

  function pickerPage({ user, address }: PersonVisit): string {
    const entries = installTargets(world, user).map((target) => ({
      href: address(`${picker}/permissions`, { suggested_target_id: String(target.id), login: user.login }),
      accountId: target.id,
      title: target.login,
      note: noteOf(target),
    }));
    return choicePage(`Install ${app.name}`, `You are ${user.login}. Where do you want to install it?`, entries);
  }

  function targetOf(visit: PersonVisit): InstallTarget | null {
    const id = targetIdOf(visit);
    return id === null ? null : installTarget(world, visit.user, id);
  }
}

const askedPage = ({ login }: InstallTarget) =>
  messagePage('The owners have been asked', `An owner of ${login} has to approve the App.`);

/** The documented parameter, or the one the platform's own pages use. */
function targetIdOf({ query }: PersonVisit): number | null {
  const text = query.get('suggested_target_id') ?? query.get('target_id');
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function noteOf({ installation, standing, hasAsked }: InstallTarget): string {
  if (installation)
    return installation.suspendedAt === null ? 'Installed: configure' : 'Installed, suspended: configure';
  if (standing === 'owner') return 'Not installed';
  return hasAsked ? 'You have asked its owners' : 'Ask its owners';
}
