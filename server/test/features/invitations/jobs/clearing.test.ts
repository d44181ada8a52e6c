import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { jobsAs, serviceForJobs } from './jobs.ts';

const DAY_MS = 86_400_000;
const KEPT = { rowsMs: 30 * DAY_MS, addressesMs: 7 * DAY_MS, filesMs: DAY_MS };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('an invitation job that has ended, on %s', (engine) => {
  const service = serviceForJobs({ engine });

  test('loses its addresses after a week and its rows after a month; one that has not ended keeps both', async () => {
    const { clock, signIn, storage } = service();
    const rows = Array.from({ length: 250 }, (_, index) => ({ email: `cleared-${index}@mail.example` }));
    const jobs = jobsAs(service(), (await signIn('ada')).bearer);
    const open = await jobs.begin(rows, 'open');
    const ended = await jobs.begin(rows, 'ended');
    await jobs.change(ended.id, 'cancel');
    const clearAfter = async (days: number) => {
      clock.advance(days * DAY_MS);
      await storage.jobs.clear(clock.now(), KEPT);
      const later = jobsAs(service(), (await signIn('ada')).bearer);
      const addressesOf = async (id: string) => (await later.rows(id)).filter(({ email }) => email !== null).length;
      return { later, addressesOf };
    };

    const soon = await clearAfter(6.9);
    expect(await soon.addressesOf(ended.id)).toBe(250);
    const week = await clearAfter(0.2);
    expect(await week.addressesOf(ended.id)).toBe(0);
    expect(await week.addressesOf(open.id)).toBe(250);
    expect(await week.later.read(ended.id)).toMatchObject({ counts: { cancelled: 250 } });
    const month = await clearAfter(23);
    expect((await month.later.ask(`/${ended.id}`)).status).toBe(404);
    expect(await month.addressesOf(open.id)).toBe(250);
  });
});
