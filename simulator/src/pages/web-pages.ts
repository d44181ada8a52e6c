import type { FastifyInstance } from 'fastify';
import type { AppRegistration } from '../apps/registration.ts';
import type { World } from '../world/world.ts';
import { escapeHtml, htmlPage, PAGE_HEADERS } from './html.ts';

/** What the plain pages show. */
export interface WebPagesDeps {
  readonly world: World;
  readonly app: AppRegistration;
}

/**
 * A front page, a page for each account and public repository that replies link to, and the page
 * for everything else. The API has its own reply for unknown paths.
 */
export function webPages(server: FastifyInstance, { world, app }: WebPagesDeps): void {
  server.get('/', async (_request, reply) => reply.headers(PAGE_HEADERS).send(frontPage(world, app)));

  // A route would have to start with a parameter, and so would catch the paths of the API as well.
  server.setNotFoundHandler((request, reply) => {
    const subject = subjectOf(request.raw.url ?? '/', world);
    if (request.method === 'GET' && subject) {
      return reply.headers(PAGE_HEADERS).send(subjectPage(subject.title, subject.text));
    }
    const content = '<h1>Nothing here</h1>\n<p>The simulated code host has no such page.</p>';
    return reply
      .code(404)
      .headers(PAGE_HEADERS)
      .send(htmlPage('Not found', `${content}${FRONT_PAGE_LINK}`));
  });
}

const FRONT_PAGE_LINK = '\n<p><a href="/">Front page</a></p>';

function subjectOf(url: string, world: World): { readonly title: string; readonly text: string } | null {
  const [, owner = '', name, rest, part] = new URL(url, 'http://simulator').pathname.split('/');
  if (owner === 'orgs' && rest === 'people') {
    return part === 'pending_invitations' ? invitedTo(name ?? '', world) : peopleOf(name ?? '', world);
  }
  const account = world.organization(owner) ?? world.user(owner);
  if (!account || rest !== undefined) return null;
  if (name === undefined) return { title: account.login, text: account.name ?? '' };
  const repository = world.repository(owner, name);
  if (!repository || repository.isPrivate) return null;
  return { title: `${account.login}/${repository.name}`, text: repository.description ?? '' };
}

/** Who owns an organization, as its page of people tells everybody. */
function peopleOf(name: string, world: World): { readonly title: string; readonly text: string } | null {
  const organization = world.organization(name);
  if (!organization) return null;
  const owners = world
    .membershipsOfOrganization(organization.id)
    .filter(({ role, state }) => role === 'admin' && state === 'active')
    .map(({ userId }) => world.userById(userId)?.login ?? '');
  return { title: `People of ${organization.login}`, text: `Owners: ${owners.join(', ')}` };
}

/** Whose invitations wait for an answer. */
function invitedTo(name: string, world: World): { readonly title: string; readonly text: string } | null {
  const organization = world.organization(name);
  if (!organization) return null;
  const invited = world
    .openInvitations(organization.login)
    .map(({ inviteeId, email }) => (inviteeId === null ? email : world.userById(inviteeId)?.login) ?? '');
  return { title: `Invited to ${organization.login}`, text: invited.length > 0 ? invited.join(', ') : 'Nobody' };
}

function subjectPage(title: string, text: string): string {
  return htmlPage(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>${FRONT_PAGE_LINK}`);
}

function frontPage(world: World, app: AppRegistration): string {
  const people = world
    .users()
    .filter(({ signInNote }) => signInNote !== null)
    .map(({ login, signInNote }) => {
      const note = escapeHtml(signInNote ?? '');
      return `<li><strong>${escapeHtml(login)}</strong> <small>${note}</small></li>`;
    });
  return htmlPage(
    'Simulated code host',
    `<h1>${escapeHtml(app.name)} is registered here</h1>
<p>This program imitates a code host for development, tests and demonstrations. People who can sign in:</p>
<ul>
${people.join('\n')}
</ul>`,
  );
}
