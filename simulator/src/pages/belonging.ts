import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import type { OrganizationRecord, UserRecord } from '../world/records.ts';
import { escapeHtml, htmlPage, messagePage, type PageAnswer, personForm } from './html.ts';
import { type PersonVisit, personPages, STRANGER_PAGE } from './visit.ts';

interface BelongingStep {
  readonly path: string;
  readonly title: (organization: string) => string;
  readonly button: string;
  readonly done: string;
  readonly concerns: (organization: OrganizationRecord, user: UserRecord) => boolean;
  readonly take: (organization: string, user: string) => void;
}

export function belongingRoutes(server: FastifyInstance, { world, platform }: Parts): void {
  const steps: readonly BelongingStep[] = [
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
      concerns: ({ login }, user) => world.openInvitationsOf(login, user.id).length > 0,
      take: (organization, login) => void platform.acceptInvitation(organization, login),
    },
  ];

  const page = personPages(server, world);
  for (const { path, title, button, done, concerns, take } of steps) {
    const answer =
      (show: (heading: string, organization: string, login: string) => string) =>
      ({ user, params }: PersonVisit): PageAnswer => {
        const organization = world.organization(params.login ?? '');
        if (!organization || !concerns(organization, user)) return STRANGER_PAGE;
        return show(title(organization.login), organization.login, user.login);
      };
    const question = answer((heading, _organization, login) => {
      const form = personForm(login, `<button class="main">${button}</button>`);
      return htmlPage(heading, `<p>You are ${escapeHtml(login)}.</p>\n${form}`);
    });
    const taken = answer((heading, organization, login) => {
      take(organization, login);
      return messagePage(heading, done);
    });
    page(path, question, taken);
  }
}
