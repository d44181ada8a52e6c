import { expect, test } from 'vitest';
import { graphql, rest, signIn, simulatorFor } from '../client.ts';

const teamsSeenBy = async (simulator: Awaited<ReturnType<typeof simulatorFor>>, login: string) => {
  const { access_token: token } = await signIn(simulator, login);
  const { status, body } = await rest(simulator, '/orgs/acme/teams', token);
  return { status, slugs: Array.isArray(body) ? body.map(({ slug }: { readonly slug: string }) => slug) : null };
};

test('owners see every team, members those that are not secret or their own, others none', async () => {
  const simulator = await simulatorFor();
  const { world } = simulator;
  const secret = { organization: 'acme', privacy: 'SECRET' } as const;
  world.addTeam({ ...secret, name: 'Out of sight' });
  world.addTeam({ ...secret, name: 'Of Grace', members: [{ login: 'grace' }] });
  const all = world.teamsOf(1011).map(({ slug }) => slug);
  expect(await teamsSeenBy(simulator, 'ada')).toEqual({ status: 200, slugs: all });
  // The seed has a secret one too.
  const hidden = ['incident-response', 'out-of-sight'];
  expect((await teamsSeenBy(simulator, 'grace')).slugs).toEqual(all.filter((slug) => !hidden.includes(slug)));
  expect((await teamsSeenBy(simulator, 'edsger')).status).toBe(404);
});

test('an Enterprise Server tells by GraphQL who is suspended, the cloud does not know the field', async () => {
  const query = 'query { mallory: user(login: "mallory") { suspendedAt } grace: user(login: "grace") { suspendedAt } }';
  const membersReply = async (kind: 'cloud' | 'enterprise-server') => {
    const simulator = await simulatorFor({ kind });
    const { access_token: token } = await signIn(simulator, 'ada');
    return (await graphql(simulator, token, query)).body;
  };
  expect((await membersReply('enterprise-server')).data).toEqual({
    mallory: { suspendedAt: expect.any(String) },
    grace: { suspendedAt: null },
  });
  expect((await membersReply('cloud')).errors).toMatchObject([{ message: expect.stringContaining('suspendedAt') }, {}]);
});
