import { expect, test } from 'vitest';
import { createAudited } from '../../src/audit/audited.ts';
import type { AuditSettlement, AuditTrailStore } from '../../src/audit/store/types.ts';
import { ENGINES, ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { runtimeWith } from '../support/runtime.ts';
import { entriesOf, eventOf, NOON } from './store/trails.ts';

const clock = { now: () => NOON };
const DONE = { outcome: 'done' } as const;

test.each(ENGINES_OF_RULES)(
  'outcomes that a database does not take at once are offered again, on $name',
  async ({ open }) => {
    const { auditTrail } = (await open()).storage;
    const offered: (readonly AuditSettlement[])[] = [];
    const settle: typeof auditTrail.settle = async (settlements, now) => {
      offered.push(settlements);
      if (offered.length < 7) throw new Error('the database is away');
      await auditTrail.settle(settlements, now);
    };
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const audited = createAudited(runtimeWith({ clock, log }), { ...auditTrail, settle });

    const answer = await audited([eventOf(), eventOf(), eventOf()], async (tell) => {
      tell(0, DONE);
      tell(0, { outcome: 'refused' });
      tell(1, { outcome: 'refused', message: 'No.' });
      tell(7, DONE);
      return 'sent';
    });
    expect(answer).toEqual({ ok: true, value: 'sent' });
    expect((await entriesOf(auditTrail)).map(({ outcome, message }) => [outcome, message])).toEqual([
      ['unknown', null],
      ['refused', 'No.'],
      ['done', null],
    ]);
    await audited.settled();
  },
);

test.each(ENGINES_OF_RULES)(
  'outcomes that it never takes are logged, and nobody waits for them long, on $name',
  async ({ open }) => {
    const { auditTrail } = (await open()).storage;
    const errors: object[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
    const settle = () => Promise.reject(new Error('the database is away'));
    const audited = createAudited(runtimeWith({ clock, log }), { ...auditTrail, settle });
    // The service stops: then little is tried again.
    await audited.settled();
    const answer = await audited([eventOf()], async (tell) => tell(0, DONE));
    expect(answer.ok).toBe(true);
    await audited.settled();
    expect(errors).toEqual([
      { err: expect.any(Error), settlements: [{ organizationId: 10, number: 1, outcome: 'done' }] },
    ]);
    expect(await entriesOf(auditTrail)).toMatchObject([{ outcome: 'under-way' }]);
  },
);

test('what cannot be written as intended is not made, and it is told why', async () => {
  const thrown = new TypeError('a mistake of this program');
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const fail = () => Promise.reject(thrown);
  const auditTrail = { intend: fail, intendWithin: fail, settle: async () => {} } as Partial<AuditTrailStore>;
  const audited = createAudited(runtimeWith({ clock, log }), auditTrail as AuditTrailStore);
  const answer = await audited([eventOf()], async () => 'sent');
  expect(answer).toEqual({ ok: false, refusal: { kind: 'no-trail', thrown } });
});

test.each(ENGINES_OF_RULES)('what throws leaves its entries unknown, on $name', async ({ open }) => {
  const { auditTrail } = (await open()).storage;
  const audited = createAudited(runtimeWith({ clock }), auditTrail);
  const sending = audited([eventOf(), eventOf()], async (tell) => {
    tell(1, DONE);
    throw new Error('nobody expected this');
  });
  await expect(sending).rejects.toThrow('nobody expected this');
  expect((await entriesOf(auditTrail)).map(({ outcome }) => outcome)).toEqual(['done', 'unknown']);
});

test('many outcomes at once are written together, each once', async () => {
  const [engine] = ENGINES;
  const storage = (await engine?.open())?.storage;
  if (storage === undefined) throw new Error('no engine');
  let writes = 0;
  const { auditTrail } = storage;
  const settle: typeof auditTrail.settle = (settlements, now) => {
    writes += 1;
    return auditTrail.settle(settlements, now);
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const audited = createAudited(runtimeWith({ clock, log }), { ...auditTrail, settle });
  await Promise.all(
    Array.from({ length: 20 }, () =>
      audited(
        Array.from({ length: 10 }, () => eventOf()),
        async (tell) => {
          for (let index = 0; index < 10; index += 1) tell(index, DONE);
        },
      ),
    ),
  );
  expect(await entriesOf(auditTrail, { outcome: 'done' })).toHaveLength(200);
  expect(writes).toBeLessThan(100);
});
