import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import type { World } from '../world/world.ts';
import { escapeHtml, htmlPage, messagePage, sendAnswer } from './html.ts';

const FRONT_PAGE = { href: '/', text: 'Front page' };

/** What a plain page is about. */
interface Subject {
  readonly title: string;
  readonly text: string;
}

/**
 * A front page, a page for each account and public repository that replies link to, and the page
 * for everything else. The API has its own reply for unknown paths.
 */
export function webPages(server: FastifyInstance, { world, app }: Parts): void {
  server.get('/', async (_request, reply) => sendAnswer(reply, frontPage(world, app.name)));

  // A route would have to start with a parameter, and so would catch the paths of the API as well.
  server.setNotFoundHandler((request, reply) => {
    const subject = request.method === 'GET' ? subjectOf(request.raw.url ?? '/', world) : null;
    if (subject) return sendAnswer(reply, messagePage(subject.title, subject.text, FRONT_PAGE));
    const content = '<p>The simulated code host has no such page.</p>\n<p><a href="/">Front page</a></p>';
    return sendAnswer(reply, { status: 404, html: htmlPage('Not found', content, 'Nothing here') });
  });
}

function subjectOf(url: string, world: World): Subject | null {
  const [, owner = '', name = '', rest, part] = new URL(url, 'http://simulator').pathname.split('/');
  if (owner === 'orgs' && rest === 'people') {
    return part === 'pending_invitations' ? invitedTo(name, world) : peopleOf(name, world);
  }
  const account = world.account(owner);
  if (!account || rest !== undefined) return null;
  if (name === '') return { title: account.login, text: account.name ?? '' };
  const repository = world.repository(owner, name);
  if (!repository || repository.isPrivate) return null;
  return { title: `${account.login}/${repository.name}`, text: repository.description ?? '' };
}

/** Who owns an organization, as its page of people tells everybody. */
function peopleOf(name: string, world: World): Subject | null {
  const organization = world.organization(name);
  if (!organization) return null;
  const owners = world.ownersOf(organization.id).map(({ userId }) => world.userById(userId)?.login ?? '');
  return { title: `People of ${organization.login}`, text: `Owners: ${owners.join(', ')}` };
}

/** Whose invitations wait for an answer. */
function invitedTo(name: string, world: World): Subject | null {
  const organization = world.organization(name);
  if (!organization) return null;
  const invited = world
    .openInvitations(organization.login)
    .map(({ inviteeId, email }) => (inviteeId === null ? email : world.userById(inviteeId)?.login) ?? '');
  return { title: `Invited to ${organization.login}`, text: invited.length > 0 ? invited.join(', ') : 'Nobody' };
}

function frontPage(world: World, appName: string): string {
  const people = world
    .offeredUsers()
    .map(
      (user) =>
        `<li><strong>${escapeHtml(user.login)}</strong> <small>${escapeHtml(user.signInNote ?? '')}</small></li>`,
    )
    .join('\n');
  return htmlPage(
    'Simulated code host',
    `<p>This program imitates a code host for development, tests and demonstrations. People who can sign in:</p>
<ul>
${people}
</ul>`,
    `${appName} is registered here`,
  );
}
