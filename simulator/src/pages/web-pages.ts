import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import type { World } from '../world/world.ts';
import { escapeHtml, htmlPage, messagePage, sendAnswer } from './html.ts';

const FRONT_PAGE = { href: '/', text: 'Front page' };

export function webPages(server: FastifyInstance, { world, app }: Parts): void {
  server.get('/', async (_request, reply) => sendAnswer(reply, frontPage(world, app)));

  // A route with a leading parameter would also match API paths.
  server.setNotFoundHandler((request, reply) => {
    const subject = request.method === 'GET' ? subjectOf(request.raw.url ?? '/', world) : null;
    if (subject) return sendAnswer(reply, messagePage(subject.title, subject.text, FRONT_PAGE));
    const content = '<p>The simulated code host has no such page.</p>\n<p><a href="/">Front page</a></p>';
    return sendAnswer(reply, { status: 404, html: htmlPage('Not found', content, 'Nothing here') });
  });
}

function subjectOf(url: string, world: World) {
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

function peopleOf(name: string, world: World) {
  const organization = world.organization(name);
  if (!organization) return null;
  const owners = world.ownersOf(organization.id).map(({ userId }) => world.userById(userId)?.login ?? '');
  return { title: `People of ${organization.login}`, text: `Owners: ${owners.join(', ')}` };
}

function invitedTo(name: string, world: World) {
  const organization = world.organization(name);
  if (!organization) return null;
  const invited = world
    .openInvitations(organization.login)
    .map(({ inviteeId, email }) => (inviteeId === null ? email : world.userById(inviteeId)?.login) ?? '');
  return { title: `Invited to ${organization.login}`, text: invited.length > 0 ? invited.join(', ') : 'Nobody' };
}

function frontPage(world: World, { id, name }: Parts['app']): string {
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
    id === 0 ? 'No App is registered here yet' : `${name} is registered here`,
  );
}

export function avatarRoutes(server: FastifyInstance): void {
  server.get<{ Params: { id: string } }>('/avatars/:id', async (request, reply) => {
    const number = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0;
    return reply
      .type('image/svg+xml')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(avatar(number));
  });
}

function avatar(number: number): string {
  const hue = (number * 47) % 360;
  const [x, y] = [8 + ((number * 7) % 16), 8 + ((number * 13) % 16)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="80" height="80"><rect width="40" height="40" fill="hsl(${hue} 55% 45%)"/><circle cx="${x}" cy="${y}" r="12" fill="hsl(${(hue + 40) % 360} 70% 70%)"/><rect x="${40 - x}" y="${38 - y}" width="11" height="11" fill="hsl(${hue} 60% 88%)" transform="rotate(${number % 90} 20 20)"/></svg>`;
}
