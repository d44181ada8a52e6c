import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import type { OrganizationRecord, UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { escapeHtml, htmlPage } from './html.ts';
import { messagePage } from './install/permissions-page.ts';
import { pathOf, sendPage, strangerPage, whoPage } from './install/routes.ts';
import { readVisit } from './visit.ts';

/** What the pages change. */
export interface BelongingDeps {
  readonly world: World;
  readonly platform: Platform;
}

/** Something a person does to get at an organization they belong to, or are to belong to. */
interface Step {
  readonly path: string;
  readonly title: (organization: string) => string;
  readonly button: string;
  readonly done: string;
  readonly concerns: (organization: OrganizationRecord, user: UserRecord) => boolean;
  readonly take: (organization: OrganizationRecord, user: UserRecord) => void;
}

/** The pages where people sign on to an organization and accept an invitation. They have one button each. */
export function belongingRoutes(server: FastifyInstance, { world, platform }: BelongingDeps): void {
  const steps: readonly Step[] = [
    {
      path: '/orgs/:login/sso',
      title: (login) => `Single sign-on to ${login}`,
      button: 'Continue',
      done: 'You are signed on.',
      concerns: ({ id, samlEnforced }, user) => samlEnforced && world.membership(id, user.id) !== null,
      take: ({ login }, user) => world.setSamlAuthorized(login, user.login, true),
    },
    {
      path: '/orgs/:login/invitation',
      title: (login) => `You are invited to ${login}`,
      button: 'Accept',
      done: 'You belong to it now.',
      concerns: ({ login }, user) => world.openInvitations(login).some(({ inviteeId }) => inviteeId === user.id),
      take: ({ login }, user) => void platform.acceptInvitation(login, user.login),
    },
  ];

  for (const step of steps) {
    server.get<{ Params: { login: string } }>(step.path, async (request, reply) => {
      const place = placeOf(request, reply, step);
      return 'page' in place ? place.page : sendPage(reply, stepPage(step, place.organization, place.user));
    });

    server.post<{ Params: { login: string } }>(step.path, async (request, reply) => {
      const place = placeOf(request, reply, step);
      if ('page' in place) return place.page;
      step.take(place.organization, place.user);
      return sendPage(reply, messagePage(step.title(place.organization.login), step.done));
    });
  }

  function placeOf(request: FastifyRequest<{ Params: { login: string } }>, reply: FastifyReply, { concerns }: Step) {
    const visit = readVisit(request, world);
    const { user } = visit;
    if (!user) return { page: sendPage(reply, whoPage(visit, world, pathOf(request))) };
    const organization = world.organization(request.params.login);
    if (!organization || !concerns(organization, user)) return { page: sendPage(reply.code(404), strangerPage()) };
    return { organization, user };
  }
}

function stepPage({ title, button }: Step, organization: OrganizationRecord, user: UserRecord): string {
  const heading = title(organization.login);
  return htmlPage(
    heading,
    `<h1>${escapeHtml(heading)}</h1>
<p>You are ${escapeHtml(user.login)}.</p>
<form method="post">
<input type="hidden" name="login" value="${escapeHtml(user.login)}">
<button class="main">${button}</button>
</form>`,
  );
}
