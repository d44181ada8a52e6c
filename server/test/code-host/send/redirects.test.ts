import { expect, test } from 'vitest';
import { readOwnMembership } from '../../../src/code-host/people/memberships.ts';
import { readCollaboratorNow } from '../../../src/code-host/people/team-changes.ts';
import { hostAnswering, json, TOKEN } from '../host-answering.ts';

const AT = { token: TOKEN, organization: 'acme', organizationId: 7 };
const MOVED = { kind: 'rejected', message: 'The repository was renamed or moved.' };

async function answered(status: number, urlAt: (origin: string) => string) {
  const { host, server } = await hostAnswering({
    '/api/repos/acme/api/collaborators': (request, response) => {
      const url = urlAt(`http://${request.headers.host}`);
      json(response, status, { message: 'Moved Permanently', url }, { location: url });
    },
  });
  return { outcome: await readCollaboratorNow(host.as(AT), AT, 'api', 'grace'), hits: server.hits() };
}

test.for([301, 302, 307, 308])(
  'a redirect of status %i of a repository that moved is refused for good',
  async (status) => {
    const { outcome, hits } = await answered(status, (origin) => `${origin}/api/repositories/5/collaborators`);
    expect([outcome, hits]).toEqual([{ ok: false, refusal: { ...MOVED, status } }, 1]);
  },
);

test.for([
  ['to another origin', () => 'http://127.0.0.1:9/api/repositories/5'],
  ['to an origin that begins like it', (origin: string) => `${origin}.example/api/repositories/5`],
  ['to a page', (origin: string) => `${origin}/login?return_to=/api/repositories/5`],
  ['to another resource', (origin: string) => `${origin}/api/organizations/5`],
] as const)('a redirect %s is an outage, and is not followed', async ([, urlAt]) => {
  const { outcome, hits } = await answered(302, urlAt);
  const message = 'answered 302; redirects are not followed';
  expect([outcome, hits]).toEqual([{ ok: false, refusal: { kind: 'unreachable', message } }, 1]);
});

test('of other calls, no redirect says that something moved', async () => {
  const { host } = await hostAnswering({
    '/api/user/memberships/orgs/acme': (request, response) =>
      json(response, 301, { message: 'Moved', url: `http://${request.headers.host}/api/repositories/5` }),
  });
  const message = 'answered 301; redirects are not followed';
  expect(await readOwnMembership(host.as({ token: TOKEN }), 'acme')).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message },
  });
});
