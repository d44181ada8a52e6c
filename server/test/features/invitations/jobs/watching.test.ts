import { WATCHERS } from '@orgdesk/contract/limits';
import { beforeEach, describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from './jobs.ts';
import { type Watched, watchJob } from './watching.ts';

const addressOf = ({ url }: { readonly url: string }, id: string) => `${url}/api/organizations/acme/jobs/${id}`;
const statesOf = ({ jobs }: Watched) => jobs.map(({ state }) => state);

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('whoever watches an invitation job on %s', (engine) => {
  const service = serviceForJobs({ engine });
  let grace: ReturnType<typeof jobsAs>;
  beforeEach(async () => {
    const { simulator, signIn, clock } = service();
    clock.advance(2 * 3_600_000);
    simulator.control.reset();
    simulator.world.setRole('acme', 'ada', 'admin');
    simulator.world.setRole('acme', 'grace', 'admin');
    grace = jobsAs(service(), (await signIn('grace')).bearer);
  });
  /** A job that does nothing, and somebody else who watches it. */
  const watchPaused = async (key: string) => {
    const { id } = await grace.begin([{ login: 'edsger' }], key);
    await grace.change(id, 'pause');
    const { bearer } = await service().signIn('ada');
    const watched = await watchJob(addressOf(service(), id), bearer);
    await expect.poll(() => statesOf(watched)).toEqual(['paused']);
    return { id, bearer, watched };
  };

  test('is told each change at once, also by an instance that does not work on it, until it ends', async () => {
    const other = await service().addInstance();
    const { bearer } = await service().signIn('ada');
    const jobs = jobsAs(service(), bearer);
    const people = newPeople(service(), 'watched', 3).map((login) => ({ login }));
    const { id } = await jobs.begin(people, 'watched');
    const watched = await Promise.all([service(), other].map((instance) => watchJob(addressOf(instance, id), bearer)));
    for (const { status, headers, jobs: updates } of watched) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store, no-transform');
      expect(headers.get('x-accel-buffering')).toBe('no');
      expect(headers.get('content-encoding')).toBeNull();
      await expect.poll(() => updates.at(-1)?.counts.ready).toBe(3);
    }
    await service().workOnJobs();
    for (const { jobs: updates } of watched) await expect.poll(() => updates.at(-1)?.counts).toMatchObject({ sent: 1 });
    await runOut(service(), () => jobs.read(id));
    expect(await Promise.all(watched.map(({ ended }) => ended))).toEqual([true, true]);
    for (const { jobs: updates, text } of watched) {
      expect(text()).toMatch(/^retry: 3000\n\n/);
      expect(updates.at(-1)).toEqual(await jobs.read(id));
      expect(updates.at(-1)).toMatchObject({ state: 'done', counts: { sent: 3 } });
    }
    const later = await watchJob(addressOf(other, id), bearer);
    expect(await later.ended).toBe(true);
    expect(statesOf(later)).toEqual(['done']);
    await other.close();
  });

  test('is told nothing more after a sign-out', async () => {
    const { id, bearer, watched } = await watchPaused('signed-out');
    await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers: bearer });
    service().clock.advance(15_000);
    await grace.change(id, 'cancel');
    expect(await watched.ended).toBe(true);
    expect(statesOf(watched)).toEqual(['paused']);
    expect((await watchJob(addressOf(service(), id), bearer)).status).toBe(401);
  });

  test('is told nothing more a minute after they are no owner any more', async () => {
    const { id, bearer, watched } = await watchPaused('no-owner');
    service().simulator.world.setRole('acme', 'ada', 'member');
    service().clock.advance(61_000);
    await grace.change(id, 'cancel');
    expect(await watched.ended).toBe(true);
    expect(statesOf(watched)).toEqual(['paused']);
    expect((await watchJob(addressOf(service(), id), bearer)).status).toBe(403);
  });

  test('is refused beyond three for a session, until one of these is gone', async () => {
    const { id, bearer, watched } = await watchPaused('crowded');
    const watch = () => watchJob(addressOf(service(), id), bearer);
    for (let more = 1; more < WATCHERS.ofSession; more += 1) expect((await watch()).status).toBe(200);
    const refused = await watch();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    const others = await watchJob(addressOf(service(), id), (await service().signIn('ada')).bearer);
    expect(others.status).toBe(200);
    watched.leave();
    await expect.poll(async () => (await watch()).status).toBe(200);
    await grace.change(id, 'cancel');
    expect(await others.ended).toBe(true);
  });

  test('is let go when the instance closes, which waits for nobody', async () => {
    const { id, bearer } = await watchPaused('closing');
    const other = await service().addInstance();
    const watched = await watchJob(addressOf(other, id), bearer);
    await expect.poll(() => statesOf(watched)).toEqual(['paused']);
    await other.close();
    expect(await watched.ended).toBe(true);
    await grace.change(id, 'cancel');
  });
});
