import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import type { OrganizationRecord, UserRecord } from '../world/records.ts';
import { escapeHtml, htmlPage, messagePage, personForm, sendPage } from './html.ts';
import { forPerson, type PageRoute, type PersonVisit, sendStrangerPage } from './visit.ts';

/** Something a person does to get at an organization they belong to, or are to belong to. */
interface Step {
  readonly path: string;
  readonly title: (organization: string) => string;
  readonly button: string;
  readonly done: string;
  readonly concerns: (organization: OrganizationRecord, user: UserRecord) => boolean;
  readonly take: (organization: string, user: string) => void;
}

/** The pages where people sign on to an organization and accept an invitation. They have one button each. */
export function belongingRoutes(server: FastifyInstance, { world, platform }: Parts): void {
  const steps: readonly Step[] = [
    {
      path: '/orgs/:login/sso',
      title: (login) => `Single sign-on to ${login}`,
      button: 'Continue',
      done: 'You are signed on.',
      concerns: ({ id, samlEnforced }, user) => samlEnforced && world.membership(id, user.id) !== null,
      take: (organization, login) => world.setSamlAuthorized(organization, login, true),
    },
    {
      path: '/orgs/:login/invitation',
      title: (login) => `You are invited to ${login}`,
      button: 'Accept',
      done: 'You belong to it now.',
      concerns: ({ login }, user) => world.openInvitations(login).some(({ inviteeId }) => inviteeId === user.id),
      take: (organization, login) => void platform.acceptInvitation(organization, login),
    },
  ];

  for (const { path, title, button, done, concerns, take } of steps) {
    const answer = ({ user }: PersonVisit, request: FastifyRequest<PageRoute>, reply: FastifyReply) => {
      const organization = world.organization(request.params.login ?? '');
      if (!organization || !concerns(organization, user)) return sendStrangerPage(reply);
      const heading = title(organization.login);
      if (request.method === 'POST') {
        take(organization.login, user.login);
        return sendPage(reply, messagePage(heading, done));
      }
      const form = personForm(user.login, `<button class="main">${button}</button>`);
      return sendPage(reply, htmlPage(heading, `<p>You are ${escapeHtml(user.login)}.</p>\n${form}`));
    };
    server.get<PageRoute>(path, forPerson(world, answer));
    server.post<PageRoute>(path, forPerson(world, answer));
  }
}
