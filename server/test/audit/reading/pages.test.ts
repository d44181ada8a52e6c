import { describe, expect, test } from 'vitest';
import { AUDIT_UNDER_WAY_MS } from '../../../src/lib/limits/audit.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { namesOf, serviceForTrails } from './trail.ts';

const person = (name: string) => ({ target: { kind: 'person', id: null, name } }) as const;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the audit log of an organization on %s', (engine) => {
  const { service, setUp } = serviceForTrails({ engine });
  const isoNow = () => service().clock.now().toISOString();

  test('tells of each entry who did what on whom, before and after, by which way, and what became of it', async () => {
    const { owner, page, record, intend, settle } = await setUp();
    expect(await page()).toEqual({
      entries: [],
      next: null,
      newest: 0,
      keptDays: expect.any(Number),
      missingSince: null,
    });
    const at = isoNow();
    const intent = await intend();
    service().clock.advance(1_500);
    await settle({ intent, outcome: 'refused', message: 'Not allowed.' });
    await record({
      action: 'team.member_added',
      way: 'webhook',
      actor: null,
      target: { kind: 'team', id: 9, name: 'core' },
      before: {},
      after: { person: 'ada', ids: [1, 2], isNew: true, none: null },
      requestId: null,
      deliveryId: 'a-delivery',
    });
    expect(await page()).toEqual({
      entries: [
        {
          number: 3,
          at: isoNow(),
          settledAt: null,
          action: 'team.member_added',
          outcome: 'done',
          way: 'webhook',
          actor: null,
          target: { kind: 'team', id: 9, name: 'core' },
          before: {},
          after: { person: 'ada', ids: [1, 2], isNew: true, none: null },
          message: null,
          requestId: null,
          deliveryId: 'a-delivery',
          carriedOutBy: null,
        },
        {
          number: 1,
          at,
          settledAt: isoNow(),
          action: 'member.role_changed',
          outcome: 'refused',
          way: 'console',
          actor: { id: 1, login: owner },
          target: { kind: 'person', id: 2, name: 'edsger' },
          before: { role: 'member' },
          after: { role: 'admin' },
          message: 'Not allowed.',
          requestId: 'a-request',
          deliveryId: null,
          carriedOutBy: null,
        },
      ],
      next: null,
      newest: 3,
      keptDays: expect.any(Number),
      missingSince: null,
    });
  });

  test('says of a change without an outcome that it is under way, and later that nobody knows', async () => {
    const { page, intend, settle } = await setUp();
    const intent = await intend(person('slow'));
    const seen = async () => (await page()).entries.map(({ outcome, settledAt }) => [outcome, settledAt]);
    service().clock.advance(AUDIT_UNDER_WAY_MS);
    expect(await seen()).toEqual([['under-way', null]]);
    expect(namesOf((await page('?outcome=under-way')).entries)).toEqual(['slow']);
    expect((await page('?outcome=unknown')).entries).toEqual([]);
    service().clock.advance(1);
    expect(await seen()).toEqual([['unknown', null]]);
    expect((await page('?outcome=under-way')).entries).toEqual([]);
    const second = await intend(person('lost'));
    await settle({ intent: second, outcome: 'unknown', message: 'No answer came.' });
    expect(namesOf((await page('?outcome=unknown')).entries)).toEqual(['lost', 'slow']);
    expect(namesOf((await page('?outcome=unknown&limit=1')).entries)).toEqual(['lost']);
    await settle({ intent, outcome: 'done', message: null });
    expect(namesOf((await page('?outcome=done')).entries)).toEqual(['slow']);
    expect(namesOf((await page('?outcome=unknown')).entries)).toEqual(['lost']);
  });

  test('comes in pages, of which none repeats or leaves out what was added meanwhile', async () => {
    const { page, record } = await setUp();
    await record(...Array.from({ length: 25 }, (_, at) => person(`p-${at + 1}`)));
    const first = await page('?limit=10');
    expect(first.next).toBe(16);
    await record(person('later'));
    const second = await page(`?limit=10&before=${first.next}`);
    const last = await page(`?limit=10&before=${second.next}`);
    expect(last.next).toBeNull();
    const all = [first, second, last].flatMap(({ entries }) => namesOf(entries));
    expect(all).toEqual(Array.from({ length: 25 }, (_, at) => `p-${25 - at}`));
    const exact = await page('?limit=200');
    expect([exact.entries.length, exact.next]).toEqual([26, null]);
    expect((await page('?limit=26')).next).toBeNull();
    expect((await page('?before=1')).entries).toEqual([]);
  });

  test('is filtered by who, on whom, what, outcome, way and time, all at once', async () => {
    const { page, record, intend, settle } = await setUp();
    const actor = (login: string) => ({ actor: { id: 5, login } });
    await record({ ...person('Grace'), ...actor('Ada') });
    service().clock.advance(3_600_000);
    const since = isoNow();
    await record({ ...person('grace'), ...actor('ada'), action: 'member.removed', way: 'webhook' });
    service().clock.advance(3_600_000);
    const until = isoNow();
    await record({ ...person('grace'), ...actor('bob'), action: 'team.created', way: 'api' });
    await settle({ intent: await intend({ ...person('alan'), ...actor('ada') }), outcome: 'refused', message: null });
    const numbers = async (query: string) => (await page(`?${query}`)).entries.map(({ number }) => number);
    expect(await numbers('actor=ADA')).toEqual([4, 2, 1]);
    expect(await numbers('target=grace')).toEqual([3, 2, 1]);
    expect(await numbers('action=member')).toEqual([4, 2, 1]);
    expect(await numbers('action=member.removed')).toEqual([2]);
    expect(await numbers('outcome=refused')).toEqual([4]);
    expect(await numbers('way=api')).toEqual([3]);
    expect(await numbers(`since=${since}`)).toEqual([4, 3, 2]);
    expect(await numbers(`until=${until}`)).toEqual([2, 1]);
    expect(await numbers(`since=${since}&until=${until}`)).toEqual([2]);
    expect(await numbers('since=2020-01-01&until=2999-12-31')).toEqual([4, 3, 2, 1]);
    expect(await numbers(`actor=ada&target=grace&action=member&outcome=done&way=webhook&since=${since}`)).toEqual([2]);
    expect(await numbers('actor=ada&target=grace&way=api')).toEqual([]);
    // A pattern is a text, and what cannot be a name is nobody's.
    for (const nothing of ['%', '_', 'mem', 'member.', 'no.such', '%00', 'member%00', "'"]) {
      expect(await numbers(`action=${nothing}`)).toEqual([]);
      expect(await numbers(`actor=${nothing}`)).toEqual([]);
      expect(await numbers(`target=${nothing}`)).toEqual([]);
    }
  });
});

describe('what is asked of an audit log', () => {
  const { service, setUp } = serviceForTrails();
  const DATES =
    'since and until must be a day, such as 2026-11-22, or a time with a time zone, such as 2026-11-22T14:05:00Z ' +
    '(in a URL, write + as %2B).';

  test.each([
    ['since=yesterday', DATES],
    ['since=2026-02-30', DATES],
    ['until=2026-13-01', DATES],
    ['until=2026-01-01T25:00Z', DATES],
    // The time zone is missing.
    ['until=2026-01-01T12:00:00', DATES],
    ['since=2026-01-01T12:00:00+02:00', DATES],
    ['since=2026', DATES],
    ['since=2026-01-01%00', DATES],
    ['outcome=maybe', 'The value of outcome is not valid.'],
    ['way=fax', 'The value of way is not valid.'],
    ['actor=', 'The value of actor is not valid.'],
    ['actor=a&actor=b', 'The value of actor is not valid.'],
    ['before=0', 'The value of before is not valid.'],
    ['before=1e3', 'The value of before is not valid.'],
    ['limit=201', 'The value of limit is not valid.'],
  ])('is refused as %s before anybody is asked', async (query, error) => {
    const { ask } = await setUp();
    service().simulator.control.clearRequests();
    const paths = query.startsWith('before') || query.startsWith('limit') ? [''] : ['', '.csv', '.ndjson'];
    for (const path of paths) {
      const answer = await ask(`${path}?${query}`);
      expect([answer.status, answer.json]).toEqual([400, { error }]);
    }
    expect(service().simulator.control.count()).toBe(0);
  });

  test('may name an instant in any zone', async () => {
    const { page, record } = await setUp();
    await record({});
    const at = service().clock.now().getTime();
    const zoned = (ms: number) => new Date(ms + 2 * 3_600_000).toISOString().replace('Z', '%2B02:00');
    expect((await page(`?since=${zoned(at)}`)).entries).toHaveLength(1);
    expect((await page(`?since=${zoned(at + 1)}`)).entries).toEqual([]);
  });
});
