import { expect, test } from 'vitest';
import type { Simulator } from '../../src/simulator.ts';
import { rest, signIn, simulatorFor } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';

const page = async ({ url }: Simulator, path: string, method = 'GET') => {
  const response = await fetch(`${url}${path}`, { method });
  return { status: response.status, html: await response.text() };
};

test('the page that a refusal names signs a member on', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'katherine');
  const refused = await rest(simulator, '/user/memberships/orgs/vaultworks', token);
  const [, address = ''] = /^required; url=(.+)$/.exec(refused.headers.get('x-github-sso') ?? '') ?? [];
  const path = address.slice(simulator.url.length);

  expect((await page(simulator, path)).html).toContain(`${path}?login=katherine`);
  expect((await page(simulator, `${path}?login=katherine`)).html).toContain('Continue');
  expect((await page(simulator, `${path}?login=katherine`, 'POST')).html).toContain('You are signed on.');
  expect((await rest(simulator, '/user/memberships/orgs/vaultworks', token)).status).toBe(200);
});

test('an invited person accepts, and the event is sent', async () => {
  const { simulator, control, receiver, world } = await simulatorWithReceiver();
  const path = '/orgs/lumen-labs/invitation?login=dorothy';
  expect((await page(simulator, path)).html).toContain('Accept');
  expect((await page(simulator, path, 'POST')).html).toContain('You belong to it now.');
  await control.settled();
  expect(receiver.names()).toEqual(['organization member_added']);
  const idOf = (record: { readonly id: number } | null) => record?.id ?? 0;
  expect(world.membership(idOf(world.organization('lumen-labs')), idOf(world.user('dorothy')))?.state).toBe('active');
  expect((await page(simulator, path, 'POST')).status).toBe(404);
});

test.each([
  '/orgs/vaultworks/sso?login=ada',
  '/orgs/acme/sso?login=ada',
  '/orgs/nowhere/sso?login=ada',
  '/orgs/acme/invitation?login=ada',
  '/orgs/lumen-labs/invitation?login=grace',
])('%s is not for this person', async (path) => {
  const simulator = await simulatorFor();
  expect((await page(simulator, path)).status).toBe(404);
  expect((await page(simulator, path, 'POST')).status).toBe(404);
});

test('the page of people names the owners of an organization to everybody', async () => {
  const simulator = await simulatorFor();
  expect(await page(simulator, '/orgs/harbor-tools/people')).toMatchObject({
    status: 200,
    html: expect.stringContaining('Owners: ada, tim'),
  });
  expect((await page(simulator, '/orgs/nowhere/people')).status).toBe(404);
});

test('the page of invitations names everybody who was invited and has not answered', async () => {
  const simulator = await simulatorFor();
  expect(await page(simulator, '/orgs/lumen-labs/people/pending_invitations')).toMatchObject({
    status: 200,
    html: expect.stringContaining('<p>dorothy</p>'),
  });
  expect((await page(simulator, '/orgs/acme/people/pending_invitations')).html).toContain('newcomer@mail.example');
  expect((await page(simulator, '/orgs/quiet-co/people/pending_invitations')).html).toContain('<p>Nobody</p>');
  expect((await page(simulator, '/orgs/nowhere/people/pending_invitations')).status).toBe(404);
});
