import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../parts.ts';
import { choicePage, messagePage, type PageAnswer, sendAnswer } from '../html.ts';
import { type PersonVisit, personPages, STRANGER_PAGE, withLogin } from '../visit.ts';
import { permissionsPage, readChoice } from './permissions-page.ts';
import { setupRedirect } from './setup-redirect.ts';
import { type InstallTarget, installTarget, installTargets, settingsPath } from './standing.ts';

const NO_TARGET = { suggested_target_id: null, target_id: null, target_type: null, 'repository_ids[]': null } as const;

/** GitHub docs: Sharing your GitHub App; Installing a GitHub App. */
export function installRoutes(server: FastifyInstance, parts: Parts): void {
  const { app, world, links, platform } = parts;
  const home = links.appPath({ slug: ':slug', owner: { login: ':owner' } });
  const picker = () => `${links.appPath(app)}/installations/new`;

  const page = personPages(server, world);

  server.addHook<{ Params: { slug?: string; owner?: string } }>('preHandler', async (request, reply) => {
    const { slug, owner = app.owner.login } = request.params;
    if (slug === app.slug && owner === app.owner.login) return;
    const html = messagePage('No such App', 'Nobody has registered an App of this name here.');
    return sendAnswer(reply, { status: 404, html });
  });

  server.get(home, async (_request, reply) => {
    const text = 'An App registered on this simulated code host.';
    return sendAnswer(reply, messagePage(app.name, text, { href: picker(), text: 'Install' }));
  });

  for (const path of ['new', 'select_target']) page(`${home}/installations/${path}`, pickerPage);

  page(`${home}/installations/new/permissions`, permissions, decide, STRANGER_PAGE);

  function permissions(visit: PersonVisit): PageAnswer {
    if (targetIdOf(visit) === null) return { to: visit.address(picker(), {}) };
    const target = targetOf(visit);
    return target ? standingPage(visit, target) : STRANGER_PAGE;
  }

  function decide(visit: PersonVisit): PageAnswer {
    const { user: by, form } = visit;
    const target = targetOf(visit);
    if (!target) return STRANGER_PAGE;
    if (target.installation) return standingPage(visit, target);
    if (form.get('decision') !== (target.standing === 'owner' ? 'install' : 'request')) {
      return { status: 403, html: messagePage('Not allowed', 'This is for somebody else to decide.') };
    }
    if (target.standing === 'member') {
      platform.requestInstallation(target.login, by.login);
      const away = setupRedirect(parts, { action: 'request', installationId: null, userId: by.id, ...visit });
      return away === null ? askedPage(target) : { to: away };
    }
    const chosen = readChoice(form, world.repositoriesOf(target.id));
    if (chosen === null) return { status: 422, html: installPage(visit, target, true) };
    const repositories = chosen === 'all' ? {} : { repositories: chosen.map(({ name }) => name) };
    const { id } = platform.install({ account: target.login, by: by.login, ...repositories });
    const away = setupRedirect(parts, { action: 'install', installationId: id, userId: by.id, ...visit });
    return { to: away ?? withLogin(settingsPath(target, id), by) };
  }

  function standingPage(visit: PersonVisit, target: InstallTarget): PageAnswer {
    const { installation, standing } = target;
    if (!installation) return installPage(visit, target, false);
    if (standing === 'member') {
      return messagePage('Installed already', `The owners of ${target.login} decide what it may see.`);
    }
    const settings = settingsPath(target, installation.id);
    return { to: visit.address(settings, { login: visit.user.login, ...NO_TARGET }) };
  }

  function installPage(visit: PersonVisit, target: InstallTarget, isFaulty: boolean): string {
    const { user } = visit;
    const chosenIds = new Set(visit.query.getAll('repository_ids[]').map(Number));
    const selection = chosenIds.size > 0 || isFaulty ? 'selected' : 'all';
    const choice = { repositories: world.repositoriesOf(target.id), selection, chosenIds, isFaulty } as const;
    const backHref = visit.address(picker(), { login: user.login, ...NO_TARGET });
    return permissionsPage({ app, target, user, choice, backHref });
  }

  function pickerPage({ user, address }: PersonVisit): string {
    const entries = installTargets(world, user, app).map((target) => ({
      href: address(`${picker()}/permissions`, { suggested_target_id: String(target.id), login: user.login }),
      accountId: target.id,
      title: target.login,
      note: noteOf(target),
    }));
    return choicePage(`Install ${app.name}`, `You are ${user.login}. Where do you want to install it?`, entries);
  }

  function targetOf(visit: PersonVisit): InstallTarget | null {
    const id = targetIdOf(visit);
    return id === null ? null : installTarget(world, visit.user, id, app);
  }
}

const askedPage = ({ login }: InstallTarget) =>
  messagePage('The owners have been asked', `An owner of ${login} has to approve the App.`);

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
