import { describe, expect, test } from 'vitest';
import { JOB_UNREACHABLE_MS } from '../../src/domain/limits/invitation-jobs.ts';
import type { SessionKey } from '../../src/domain/session.ts';
import type { ExportPage, NewAccessExport } from '../../src/ports/storage/access-exports.ts';
import type { AuditEvent } from '../../src/ports/storage/audit-trail.ts';
import { ENGINES } from '../support/databases/engines.ts';

const NOON = new Date('2026-11-22T12:00:00Z');
const KEPT_MS = 3_600_000;
const after = (ms: number) => new Date(NOON.getTime() + ms);

const madeAs = (id: string, organizationId = 1): NewAccessExport => ({
  id,
  organizationId,
  organizationLogin: 'acme',
  sessionKey: 'f'.repeat(64) as SessionKey,
  startedBy: { id: 7, login: 'ada' },
  createdAt: NOON,
  requestId: `request-${id}`,
});
const pageOf = (text: string): ExportPage => ({
  text,
  rows: 1,
  unseen: 0,
  repositoriesDone: 1,
  repositoriesTotal: 2,
  cursor: { after: 'here', isListed: false, size: 5, open: [] },
});
const cancelled = (id: string, organizationId = 1): AuditEvent => ({
  organization: { id: organizationId, login: 'acme' },
  action: 'access_export.cancelled',
  way: 'console',
  actor: { id: 7, login: 'ada' },
  target: { kind: 'export', id: null, name: id },
  before: {},
  after: {},
  requestId: null,
  deliveryId: null,
});
const END = { state: 'finished', text: 'end', rows: 1, unseen: 1 } as const;

describe.each(ENGINES)('exports of who has access, on $name', ({ open }) => {
  test('have each page once, however many instances have read it', async () => {
    const { accessExports: exports } = (await open()).storage;
    const { export: before } = await exports.create(madeAs('one'));
    const written = await Promise.all(['a', 'b', 'c'].map((text) => exports.write(before, pageOf(text))));
    expect(written.filter((isWritten) => isWritten)).toHaveLength(1);
    expect(await exports.end(before, END, NOON)).toBe(false);
    const now = await exports.find('one');
    expect(now).toMatchObject({
      steps: 1,
      rows: 1,
      bytes: 1,
      repositoriesTotal: 2,
      cursor: { after: 'here', size: 5 },
    });
    expect(now !== null && (await exports.end(now, END, NOON))).toBe(true);
    expect(await exports.write({ id: 'one', steps: 2 }, pageOf('late'))).toBe(false);
    const first = await exports.partAfter('one', 0);
    const last = await exports.partAfter('one', first?.index ?? 0);
    expect([first?.text, last?.text]).toEqual([expect.stringMatching(/^[abc]$/), 'end']);
    expect(await exports.partAfter('one', last?.index ?? 0)).toBeNull();
  });

  test('are one of an organization that is under way, however many begin one at once', async () => {
    const { accessExports: exports } = (await open()).storage;
    const begun = await Promise.all(['x', 'y', 'z'].map((id) => exports.create(madeAs(id))));
    expect(new Set(begun.map((each) => each.export.id)).size).toBe(1);
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await exports.create(madeAs('other', 2))).isNew).toBe(true);
    const id = begun[0]?.export.id ?? '';
    expect(await exports.cancel(id, NOON, cancelled(id))).toBe(true);
    expect((await exports.create(madeAs('next'))).isNew).toBe(true);
  });

  test('are told once in the audit log as cancelled, however many cancel one at once, and not after their end', async () => {
    const { accessExports: exports, auditTrail } = (await open()).storage;
    await exports.create(madeAs('one'));
    const ended = await Promise.all([1, 2, 3].map(() => exports.cancel('one', NOON, cancelled('one'))));
    expect(ended.toSorted()).toEqual([false, false, true]);
    expect(await exports.cancel('one', NOON, cancelled('one'))).toBe(false);
    const entries = await auditTrail.read({ organizationId: 1, limit: 9 }, NOON);
    expect(entries.map(({ action, target }) => [action, target?.name])).toEqual([['access_export.cancelled', 'one']]);
  });

  test('are due when their time has come, and never after their end', async () => {
    const { accessExports: exports } = (await open()).storage;
    await exports.create(madeAs('due'));
    await exports.create(madeAs('waits', 2));
    await exports.create(madeAs('over', 3));
    await exports.wait('waits', { nextAt: after(60_000), waitsUntil: after(90_000), tries: 2 });
    await exports.cancel('over', NOON, cancelled('over', 3));
    await exports.wait('over', { nextAt: NOON, waitsUntil: null, tries: 0 });
    expect(await exports.due(NOON)).toEqual({
      ids: ['due'],
      nextAt: after(60_000),
      requestIds: new Map(['due', 'waits'].map((id) => [id, `request-${id}`])),
    });
    expect(new Set((await exports.due(after(60_000))).ids)).toEqual(new Set(['due', 'waits']));
    expect(await exports.find('waits')).toMatchObject({ state: 'waiting', waitsUntil: after(90_000), tries: 2 });
    expect(await exports.find('over')).toMatchObject({ state: 'cancelled', waitsUntil: null });
  });

  test('whose clock was put back are looked at now, and wait as long as the code host said and no longer than they would', async () => {
    const { accessExports: exports } = (await open()).storage;
    const hour = after(3_600_000);
    for (const [organizationId, tries] of [0, 2].entries()) {
      await exports.create(madeAs(`tried-${tries}`, organizationId + 1));
      await exports.wait(`tried-${tries}`, { nextAt: hour, waitsUntil: hour, tries });
    }
    await exports.makeDue(NOON);
    expect(await exports.find('tried-0')).toMatchObject({ nextAt: NOON, waitsUntil: hour });
    expect(await exports.find('tried-2')).toMatchObject({ nextAt: NOON, waitsUntil: after(JOB_UNREACHABLE_MS) });
  });

  test('go with their pieces when their time is over, and no sooner', async () => {
    const { accessExports: exports } = (await open()).storage;
    for (let steps = 0, { export: of } = await exports.create(madeAs('old')); steps < 25; steps += 1) {
      await exports.write({ id: of.id, steps }, pageOf('x'));
    }
    await exports.end({ id: 'old', steps: 25 }, END, NOON);
    await exports.create(madeAs('new'));
    expect(await exports.clear(after(KEPT_MS - 1), KEPT_MS)).toBe(0);
    // Its file counts as removed from the first piece on, so that nobody takes the rest for all of it.
    expect(await exports.clear(after(KEPT_MS), KEPT_MS, AbortSignal.abort())).toBe(0);
    expect(await exports.find('old')).toMatchObject({ fileRemovedAt: after(KEPT_MS) });
    expect(await exports.find('new')).toMatchObject({ fileRemovedAt: null });
    expect(await exports.clear(after(KEPT_MS), KEPT_MS)).toBe(26);
    expect(await exports.find('old')).toBeNull();
    expect(await exports.find('new')).not.toBeNull();
  });
});
