import { expect, test } from 'vitest';
import type { Session } from '../../../src/domain/session.ts';
import { KEPT_ANSWERS_MAX_BYTES, TOKEN_REFRESH_WINDOW_MS } from '../../../src/lib/limits/sessions.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { signInPerson } from './writes.ts';

test('an answer is kept in bounded memory', () => expect(KEPT_ANSWERS_MAX_BYTES).toBeLessThanOrEqual(32 * 1024 * 1024));

const service = sharedService();
const opened = async () => {
  const { storage } = await (ENGINES[0] as (typeof ENGINES)[number]).open({ url: service().databaseUrl });
  return { storage, person: await signInPerson(storage, storage, service().clock.now()) };
};
const read = async (id: string, path = '/api/auth/session', headers = {}) => {
  const answer = await fetch(`${service().url}${path}`, { headers: { authorization: `Bearer ${id}`, ...headers } });
  return { status: answer.status, text: await answer.text(), cookie: answer.headers.get('set-cookie') };
};

test('a kept answer ends with its session', async () => {
  const { person } = await opened();
  expect([await read(person.id), await read(person.id)].map(({ status }) => status)).toEqual([200, 200]);
  service().clock.advance(8 * 3_600_000);
  expect((await read(person.id)).status).toBe(401);
  service().clock.reset();
});

test('a kept answer ends with its session, also when its token never does', async () => {
  const { tokenSettings } = service().simulator.control;
  tokenSettings({ expiring: false });
  const { id } = await service().signIn('ada');
  tokenSettings({ expiring: true });
  expect([await read(id), await read(id)].map(({ status }) => status)).toEqual([200, 200]);
  service().clock.advance(24 * 3_600_000);
  expect((await read(id)).status).toBe(401);
  service().clock.reset();
});

test('a kept answer is made anew when its token is due to be refreshed', async () => {
  const { person } = await opened();
  const refreshes = () => service().simulator.control.count({ path: '/login/oauth/access_token' });
  service().simulator.control.clearRequests();
  for (const _time of [1, 2]) expect((await read(person.id)).status).toBe(200);
  service().clock.advance(8 * 3_600_000 - TOKEN_REFRESH_WINDOW_MS);
  expect(refreshes()).toBe(0);
  expect((await read(person.id)).status).toBe(200);
  expect(refreshes()).toBe(1);
  service().clock.reset();
});

test('each address of a route has its own answer, and each session', async () => {
  const [{ person }, other] = [await opened(), await opened()];
  const paths = person.profile.memberships.map(({ organization }) => `/api/organizations/${organization.login}`);
  const first = [];
  for (const path of paths) first.push((await read(person.id, path)).text);
  const second = [];
  for (const path of paths) second.push((await read(person.id, path)).text);
  expect(second).toEqual(first);
  expect(new Set(first).size).toBe(paths.length);
  for (const { person: one } of [{ person }, other, { person }, other]) {
    expect(JSON.parse((await read(one.id)).text).session.id).toBe(one.id);
  }
});

test('a refreshed session keeps its cookie as long as itself, from a kept answer too', async () => {
  const { storage, person } = await opened();
  const lease = { key: person.key, leaseId: 'a lease', tokenVersion: 1 };
  const { grant, expiresAt } = (await storage.sessions.find(person.key, person.now)) as Session;
  await storage.sessions.storeRefreshed(lease, grant, expiresAt);
  const cookie = { cookie: `host_session=${person.id}` };
  const answers = [];
  for (const _time of [1, 2, 3]) {
    const answer = await fetch(`${service().url}/api/auth/session`, { headers: cookie });
    await answer.text();
    answers.push(answer.headers.get('set-cookie')?.split(';')[0]);
  }
  expect(answers).toEqual([1, 2, 3].map(() => `host_session=${person.id}`));
  expect((await read(person.id)).cookie).toBeNull();
});
