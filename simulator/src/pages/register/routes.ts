import type { FastifyInstance } from 'fastify';
import type { RegistrationDraft } from '../../apps/registering.ts';
import type { Parts } from '../../parts.ts';
import { messagePage, type PageAnswer, sendAnswer } from '../html.ts';
import { rawParameter, rawQueryOf, stateParameter, withParameters } from '../raw-query.ts';
import { type PersonVisit, personPages, STRANGER_PAGE, withLogin } from '../visit.ts';
import { faultyManifestPage, registerPage } from './page.ts';

/** The draft waits at its own URL until a person confirms. GitHub docs: Registering a GitHub App from a manifest. */
export function registerRoutes(server: FastifyInstance, { world, links, app, registering }: Parts): void {
  for (const path of ['/settings/apps/new', '/organizations/:login/settings/apps/new']) {
    server.post<{ Params: { login?: string } }>(path, async (request, reply) => {
      const { manifest }: { manifest?: unknown } = Object(request.body);
      const rawState = rawParameter(rawQueryOf(request.raw.url), 'state');
      const organization = request.params.login ?? null;
      const taken = registering.draft(typeof manifest === 'string' ? manifest : '', { organization, rawState });
      const answer =
        'draft' in taken ? { to: `/settings/apps/manifests/${taken.draft.id}` } : faultyManifestPage(taken.problems);
      return sendAnswer(reply, answer);
    });
  }

  const page = personPages(server, world);
  page('/settings/apps/manifests/:id', forOwner(ask), forOwner(decide), STRANGER_PAGE);

  function forOwner(answer: (visit: PersonVisit, draft: RegistrationDraft) => PageAnswer | Promise<PageAnswer>) {
    return (visit: PersonVisit): PageAnswer | Promise<PageAnswer> => {
      const draft = registering.find(visit.params.id ?? '');
      return draft && mayRegister(visit, draft) ? answer(visit, draft) : STRANGER_PAGE;
    };
  }

  function mayRegister({ user }: PersonVisit, { organization }: RegistrationDraft): boolean {
    if (organization === null) return true;
    const record = world.organization(organization);
    const membership = record && world.membership(record.id, user.id);
    return membership?.state === 'active' && membership.role === 'admin';
  }

  function ask({ user }: PersonVisit, draft: RegistrationDraft): PageAnswer {
    return registerPage({ draft, user, name: draft.manifest.name, problem: null });
  }

  async function decide({ user, form }: PersonVisit, draft: RegistrationDraft): Promise<PageAnswer> {
    const name = String(form.get('name') ?? '').trim();
    const organization = draft.organization === null ? null : world.organization(draft.organization);
    const owner = { login: organization?.login ?? user.login, type: organization ? 'Organization' : 'User' } as const;
    const problem = registering.nameProblem(name, owner.login);
    if (problem !== null) return { status: 422, html: registerPage({ draft, user, name, problem }) };
    const code = await registering.register(draft, name, owner);
    const { redirectUrl } = draft.manifest;
    if (redirectUrl !== null) {
      return { to: withParameters(redirectUrl, [`code=${code}`, ...stateParameter(draft.rawState)]) };
    }
    const install = { href: withLogin(`${links.appPath(app)}/installations/new`, user), text: 'Install' };
    return messagePage('Registered', `${app.name} is registered.`, install);
  }
}
