import { describe, expect, test } from 'vitest';
import { createSearchQueue, createTrailReader } from '../../../src/audit/read-trail.ts';
import { AUDIT_SEARCH_ROWS, AUDIT_VERIFY_ROWS } from '../../../src/lib/limits/audit.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { namesOf, serviceForTrails } from './trail.ts';

const ENTRIES = AUDIT_SEARCH_ROWS + 1_000;
const AT_ONCE = 1_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a search of a long audit log on %s', (engine) => {
  const { service, setUp } = serviceForTrails({ engine, rateLimit: null });

  /** An organization whose oldest entry alone came from the API, the same for all tests that only read. */
  let made: ReturnType<typeof makeLongTrail> | null = null;
  const longTrail = () => {
    made ??= makeLongTrail();
    return made;
  };
  async function makeLongTrail() {
    const of = await setUp();
    await of.record({ way: 'api', target: { kind: 'person', id: 1, name: 'first' } });
    for (let written = 0; written < ENTRIES; written += AT_ONCE) {
      await of.record(...Array.from({ length: AT_ONCE }, (_, at) => ({ target: person(written + at) })));
    }
    return of;
  }

  test('ends after a bounded number of rows and continues where it ended', async () => {
    const { page, owner } = await longTrail();
    const first = await page(`?actor=${owner}&way=api`);
    expect(first.entries).toEqual([]);
    expect(first.next).toBeGreaterThan(1);
    const second = await page(`?actor=${owner}&way=api&before=${first.next}`);
    expect(namesOf(second.entries)).toEqual(['first']);
    expect(second.next).toBeNull();
    // The index answers at once, also when nothing matches.
    expect(await page('?way=api')).toMatchObject({ entries: [{ number: 1 }], next: null });
    for (const query of ['way=job', 'action=member.removed', 'action=team', 'outcome=unknown', 'outcome=refused']) {
      expect(await page(`?${query}`), query).toMatchObject({ entries: [], next: null });
    }
  });

  test('is one at a time for each person: a few wait, and more are refused', async () => {
    const { ask, owner, page } = await longTrail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(`?actor=${owner}&way=api`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('2');
    expect(refused?.json).toEqual({
      error: 'Too many of your audit log searches are still running. Please try again in a moment.',
    });
    expect((await page('?limit=1')).entries).toHaveLength(1);
    const slow = [ask(`?actor=${owner}&way=api`), ...Array.from({ length: 20 }, () => ask('/head'))];
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test('lets other work run between its steps, as a file does between its pieces', async () => {
    const { id, owner, trail } = await longTrail();
    const reader = createTrailReader(trail, createSearchQueue());
    const reading = { userId: 1, now: service().clock.now(), left: new AbortController().signal };
    const selection = { organizationId: id, actor: owner, way: 'api' } as const;
    const [searchTurns] = await turnsDuring(() => reader.part({ ...selection, limit: 50 }, reading));
    expect(searchTurns).toBeGreaterThanOrEqual(20);
    let pieces = 0;
    const [fileTurns] = await turnsDuring(async () => {
      for await (const _ of reader.chunks({ organizationId: id }, reading)) pieces += 1;
    });
    expect(pieces).toBeGreaterThan(60);
    expect(fileTurns).toBeGreaterThanOrEqual(pieces);
    const [readTurns] = await turnsDuring(() => trail.read({ ...selection, limit: 50 }, reading.now));
    expect(readTurns).toBeGreaterThanOrEqual(20);
  });

  test('lets other work run while its rows are verified and its head is signed', async () => {
    const { id } = await longTrail();
    const { auditHeads, auditTrail } = service().storage;
    const pages = Math.floor(ENTRIES / AUDIT_VERIFY_ROWS);
    const [growTurns, grown] = await turnsDuring(() => auditHeads.grow(id));
    if (!grown.ok) throw new Error(grown.refusal);
    expect(growTurns).toBeGreaterThanOrEqual(pages);
    const [checkTurns, fault] = await turnsDuring(() => auditHeads.check(grown.value));
    expect([fault, checkTurns > 0]).toEqual([null, true]);
    const [verifyTurns] = await turnsDuring(async () => {
      for await (const proof of auditTrail.verify(id)) expect(proof.ok).toBe(true);
    });
    expect(verifyTurns).toBeGreaterThanOrEqual(pages);
  });

  test('makes pieces of a file smaller where entries are long', async () => {
    const { id, record, trail } = await setUp();
    const long = { text: 'x'.repeat(1_000), list: Array.from({ length: 100 }, () => 'y'.repeat(300)) };
    await record(...Array.from({ length: 600 }, (_, at) => ({ after: long, target: person(at) })));
    const reader = createTrailReader(trail, createSearchQueue());
    const sizes: number[] = [];
    for await (const piece of reader.chunks({ organizationId: id }, { userId: 1, now: service().clock.now() })) {
      sizes.push(piece.length);
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
    expect(Math.max(...sizes.slice(1))).toBeLessThan(10);
  });

  test('ends when nobody waits for its answer any more', async () => {
    const { addressOf, headers, owner, page } = await longTrail();
    const left = new AbortController();
    const response = fetch(addressOf(`?actor=${owner}&way=api`), { headers, signal: left.signal });
    left.abort();
    await expect(response).rejects.toThrow();
    expect((await page('?way=api')).entries).toHaveLength(1);
    expect((await fetchOnce(`${service().url}/api/auth/session`, { headers })).status).toBe(200);
  });
});

const person = (at: number) => ({ kind: 'person', id: at, name: `person-${at}` }) as const;

/** Counts turns of other work. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  try {
    const result = await work();
    return [turns, result];
  } finally {
    clearImmediate(next);
  }
}
