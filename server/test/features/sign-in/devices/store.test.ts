import { expect, it } from 'vitest';
import type { NewDeviceRequest } from '../../../../src/features/sign-in/device-store.ts';
import { DEVICE_REQUESTS_MAX, DEVICE_REQUESTS_OF_NETWORK_MAX } from '../../../../src/lib/limits/sessions.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import { afterNoon, keyOf, NOON, signInOf } from '../../../support/databases/records.ts';

const requestOf = (name: string, rest: Partial<NewDeviceRequest> = {}): NewDeviceRequest => ({
  key: keyOf(name),
  userCodeHash: keyOf(`code of ${name}`),
  clientName: name,
  address: '192.0.2.7',
  network: '192.0.2.7',
  pollSeconds: 5,
  createdAt: NOON,
  expiresAt: afterNoon(10),
  ...rest,
});

for (const engine of ENGINES) {
  it(`approves a request once, of the person who confirmed it, on ${engine.name}`, async () => {
    const { storage } = await engine.open();
    const { deviceRequests } = storage;
    const key = keyOf('cli');
    expect(await deviceRequests.add(requestOf('cli'))).toBe('added');
    expect(await deviceRequests.add(requestOf('other', { userCodeHash: keyOf('code of cli') }))).toBe('taken');
    expect(await deviceRequests.approve(key, 1, NOON)).toBe(false);
    const confirmed = await Promise.all([1, 2].map((person) => deviceRequests.confirm(key, person, NOON)));
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    const [winner, loser] = confirmed[0] ? [1, 2] : [2, 1];
    expect(await deviceRequests.confirm(key, winner, NOON)).toBe(true);
    expect(await deviceRequests.deny(key, loser, NOON)).toBe(false);
    expect(await deviceRequests.approve(key, loser, NOON)).toBe(false);
    expect(await deviceRequests.approve(key, winner, afterNoon(10))).toBe(false);
    const approved = await Promise.all([1, 2, 3].map(() => deviceRequests.approve(key, winner, NOON)));
    expect(approved.filter(Boolean)).toHaveLength(1);
    expect(await deviceRequests.deny(key, winner, NOON)).toBe(false);
    const claimed = await Promise.all([1, 2, 3].map(() => deviceRequests.claim(key)));
    expect(claimed.filter(Boolean)).toHaveLength(1);
    expect(await deviceRequests.find(key)).toBeNull();
  });

  it(`replaces the oldest request of the fullest network when there is no room on ${engine.name}`, async () => {
    const { storage, rawQuery } = await engine.open();
    const { deviceRequests } = storage;
    await deviceRequests.add(requestOf('lonely', { network: '198.51.100.1' }));
    const flood = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${DEVICE_REQUESTS_MAX - 1})
      insert into device_requests (session_key, user_code_hash, client_name, address, network, state, user_id,
        poll_seconds, polled_at, created_at, expires_at)
      select 'flood-' || n, 'code-' || n, 'flood', '', 'network-' || (n % 300), 'open', null, 5, null,
        ${NOON.getTime()} + n, ${afterNoon(10).getTime()} from numbers`;
    await rawQuery(flood);
    expect(await deviceRequests.add(requestOf('late', { network: '198.51.100.2', createdAt: afterNoon(1) }))).toBe(
      'added',
    );
    const [{ requests } = { requests: 0 }] = await rawQuery('select count(*) as requests from device_requests');
    expect(Number(requests)).toBe(DEVICE_REQUESTS_MAX);
    expect(await deviceRequests.find(keyOf('lonely'))).not.toBeNull();
    expect(await deviceRequests.find(keyOf('late'))).not.toBeNull();

    await rawQuery("update device_requests set state = 'confirmed', user_id = 1");
    expect(await deviceRequests.add(requestOf('none', { network: '198.51.100.3' }))).toBe('too-many');
  });

  it(`bounds the unanswered requests of a network, not the answered ones, on ${engine.name}`, async () => {
    const { storage } = await engine.open();
    const { deviceRequests } = storage;
    for (let count = 0; count < DEVICE_REQUESTS_OF_NETWORK_MAX; count += 1)
      expect(await deviceRequests.add(requestOf(`cli-${count}`))).toBe('added');
    expect(await deviceRequests.add(requestOf('more'))).toBe('too-many');
    await deviceRequests.deny(keyOf('cli-0'), 1, NOON);
    expect(await deviceRequests.add(requestOf('more'))).toBe('added');
    expect(await deviceRequests.add(requestOf('later', { createdAt: afterNoon(10) }))).toBe('added');
  });

  it(`removes what is over, and sessions that no program fetched, on ${engine.name}`, async () => {
    const { storage, rawQuery } = await engine.open();
    const { deviceRequests, sessions } = storage;
    for (const [name, person] of [
      ['fetched', 1],
      ['unfetched', 2],
    ] as const) {
      await deviceRequests.add(requestOf(name));
      await deviceRequests.confirm(keyOf(name), person, NOON);
      await deviceRequests.approve(keyOf(name), person, NOON);
      await sessions.signIn(signInOf(name, person));
    }
    await deviceRequests.claim(keyOf('fetched'));
    await deviceRequests.countWrongCode(1, 10, NOON);
    await deviceRequests.add(requestOf('open'));

    await sessions.deleteExpired(afterNoon(10));
    expect(await deviceRequests.find(keyOf('open'))).not.toBeNull();
    await sessions.deleteExpired(afterNoon(17));
    expect(await sessions.find(keyOf('fetched'), afterNoon(17))).not.toBeNull();
    expect(await sessions.find(keyOf('unfetched'), afterNoon(17))).toBeNull();
    expect(await rawQuery('select * from device_requests')).toEqual([]);
    expect(await rawQuery('select * from wrong_user_codes')).toEqual([]);
  });
}
