import { WATCHERS } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { watchJob } from '../../features/invitations/jobs/watching.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { watchEvents } from '../../support/event-streams.ts';
import { serviceForTrails } from './trail.ts';

interface News {
  readonly newest: number;
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('whoever watches an audit log on %s', (engine) => {
  const { service, setUp } = serviceForTrails({ engine });
  const watchOf = (address: string, headers: Readonly<Record<string, string>>) =>
    watchEvents<News>(address, 'trail', headers);

  test('is told at once what is newest, and of each entry and outcome, also those of other instances', async () => {
    const of = await setUp();
    const other = await service().addInstance();
    const here = await watchOf(of.addressOf('/events'), of.headers);
    const there = await watchOf(of.addressOf('/events').replace(service().url, other.url), of.headers);
    const watched = [here, there];
    for (const { status, headers, events } of watched) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store, no-transform');
      await expect.poll(() => events).toEqual([{ newest: 0 }]);
    }
    const intent = await of.intend();
    for (const { events } of watched) await expect.poll(() => events.at(-1)).toEqual({ newest: 1 });
    await of.settle({ intent, outcome: 'done', message: null });
    for (const { events } of watched) await expect.poll(() => events.at(-1)).toEqual({ newest: 2 });
    expect((await of.page()).newest).toBe(2);
    // Entries of another organization send no event.
    const elsewhere = await setUp();
    await elsewhere.record({}, {}, {});
    await of.record({});
    for (const { events } of watched) await expect.poll(() => events.at(-1)).toEqual({ newest: 3 });
    for (const { events } of watched) expect(events.map(({ newest }) => newest)).toEqual([0, 1, 2, 3]);
    await other.close();
    expect(await there.ended).toBe(true);
    here.leave();
  });

  test('is told nothing more after a sign-out', async () => {
    const { addressOf, headers, record } = await setUp();
    const watched = await watchOf(addressOf('/events'), headers);
    await expect.poll(() => watched.events).toHaveLength(1);
    await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers });
    service().clock.advance(15_000);
    await record({});
    expect(await watched.ended).toBe(true);
    expect(watched.events).toHaveLength(1);
  });

  test('is told nothing more a minute after they stopped being an owner', async () => {
    const { addressOf, organization, owner, headers, record } = await setUp();
    const { world } = service().simulator;
    world.addMembership({ organization, login: 'grace', role: 'admin' });
    await record({});
    const watched = await watchOf(addressOf('/events'), headers);
    await expect.poll(() => watched.events).toEqual([{ newest: 1 }]);
    world.setRole(organization, owner, 'member');
    service().clock.advance(60_000);
    await record({});
    expect(await watched.ended).toBe(true);
    expect(watched.events).toEqual([{ newest: 1 }]);
  });

  test('is refused beyond three streams of a session, those of invitation jobs among them, until one is gone', async () => {
    const { organization, addressOf, headers } = await setUp();
    const jobs = jobsAs(service(), headers, organization);
    const { id } = await jobs.begin([{ login: 'edsger' }], 'watched-too');
    const job = await watchJob(`${service().url}/api/organizations/${organization}/jobs/${id}`, headers);
    expect(job.status).toBe(200);
    const watch = () => watchOf(addressOf('/events'), headers);
    const streams = [];
    for (let more = 1; more < WATCHERS.ofSession; more += 1) streams.push(await watch());
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await watch();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    await jobs.change(id, 'cancel');
    job.leave();
    await expect.poll(async () => (await watch()).status).toBe(200);
    for (const { leave } of streams) leave();
  });

  test('is refused beyond twelve streams of a person, however many their sessions, and others are not', async () => {
    const { addressOf, owner, organization } = await setUp();
    const streams = [];
    for (let session = 0; session < WATCHERS.ofPerson / WATCHERS.ofSession; session += 1) {
      const { bearer } = await service().signIn(owner);
      for (let more = 0; more < WATCHERS.ofSession; more += 1)
        streams.push(await watchOf(addressOf('/events'), bearer));
    }
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const { bearer } = await service().signIn(owner);
    expect((await watchOf(addressOf('/events'), bearer)).status).toBe(429);
    service().simulator.world.addUser({ login: `second-${owner}` });
    service().simulator.world.addMembership({ organization, login: `second-${owner}`, role: 'admin' });
    const other = await watchOf(addressOf('/events'), (await service().signIn(`second-${owner}`)).bearer);
    expect(other.status).toBe(200);
    streams[0]?.leave();
    await expect.poll(async () => (await watchOf(addressOf('/events'), bearer)).status).toBe(200);
    for (const { leave } of [...streams, other]) leave();
  });
});
