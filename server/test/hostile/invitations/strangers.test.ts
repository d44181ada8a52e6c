import { beforeAll, describe, expect, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { fetchOnce } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService();
const SECRET = 'hidden@mail.example';
let id = '';
beforeAll(async () => {
  const { simulator, signIn } = service();
  const { world } = simulator;
  world.setRole('acme', 'grace', 'member');
  world.addUser({ login: 'former' });
  world.addMembership({ organization: 'acme', login: 'former', role: 'admin' });
  world.addUser({ login: 'outsider' });
  world.addMembership({ organization: 'lumen-labs', login: 'outsider', role: 'admin' });
  const ada = jobsAs(service(), (await signIn('ada')).bearer);
  ({ id } = await ada.begin([{ email: SECRET }], 'secret-key'));
  await ada.change(id, 'pause');
});

/** Everything that can be asked about invitations, in an organization, with a body that would be understood. */
const calls = (organization: string) => {
  const base = `${service().url}/api/organizations/${organization}`;
  const jobs = `${base}/jobs`;
  const ofJob = ['', '/rows', '/events', '/results.csv'].map((path) => ['GET', `${jobs}/${id}${path}`] as const);
  const changes = ['pause', 'resume', 'cancel', 'take-over'].map((verb) => ['POST', `${jobs}/${id}/${verb}`] as const);
  const others = ['invitations/cancel', 'invitations/send-again', 'invitation-preview', 'invitation-jobs'];
  return [
    ['GET', `${base}/invitations`],
    ['GET', jobs],
    ...ofJob,
    ...changes,
    ...others.map((path) => ['POST', `${base}/${path}`] as const),
  ] as const;
};
const BODY = JSON.stringify({ ids: [1], key: 'secret-key', rows: [{ email: SECRET }] });

const ask = (method: string, address: string, headers: Readonly<Record<string, string>>) =>
  fetchOnce(address, {
    method,
    headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { body: BODY }),
  });

/** Expects that the job was neither shown nor changed. */
async function untouched() {
  const ada = jobsAs(service(), (await service().signIn('ada')).bearer);
  expect(await ada.read(id)).toMatchObject({ state: 'paused', runBy: 'ada', counts: { ready: 1 } });
}

describe('invitations of an organization', () => {
  test.each([
    ['a member', 'grace', 'acme', 403],
    ['a stranger', 'outsider', 'acme', 404],
    ['somebody who owns neither', 'edsger', 'acme', 404],
  ])('are closed to %s, whatever is asked, and nothing changes', async (_who, login, organization, status) => {
    const { bearer } = await service().signIn(login);
    for (const [method, address] of calls(organization)) {
      const answer = await ask(method, address, bearer);
      expect([address, answer.status]).toEqual([address, status]);
      expect(answer.text).not.toContain(SECRET);
    }
    await untouched();
  });

  test('are closed to an owner of another one, who knows the ID of a job', async () => {
    const { bearer } = await service().signIn('outsider');
    for (const [method, address] of calls('lumen-labs').filter(([, address]) => address.includes(id))) {
      const answer = await ask(method, address, bearer);
      expect([address, answer.status]).toEqual([address, 404]);
      expect(answer.text).not.toContain(SECRET);
    }
    await untouched();
  });

  test('are closed to a former owner after a minute', async () => {
    const { simulator, signIn, clock } = service();
    const { bearer } = await signIn('former');
    expect((await jobsAs(service(), bearer).ask(`/${id}/results.csv`)).text).toContain(SECRET);
    simulator.world.setRole('acme', 'former', 'member');
    clock.advance(61_000);
    for (const [method, address] of calls('acme')) {
      const answer = await ask(method, address, bearer);
      expect([address, answer.status]).toEqual([address, 403]);
      expect(answer.text).not.toContain(SECRET);
    }
    await untouched();
  });

  test.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ])("are not changed by another site with the owner's cookie: %s %s", async (header, value) => {
    const { id: session } = await service().signIn('ada');
    for (const [method, address] of calls('acme').filter(([method]) => method === 'POST')) {
      const { status } = await ask(method, address, { cookie: `host_session=${session}`, [header]: value });
      expect([address, status]).toEqual([address, 403]);
    }
    await untouched();
  });
});
