import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAuditTrailStore } from '../../../src/audit/store/audit-trail.ts';
import type { AuditSelection } from '../../../src/audit/store/types.ts';
import { connect } from '../../../src/database/engines/connect.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import type { AuditEvent } from '../../../src/domain/audit-entry.ts';
import type { Log } from '../../../src/lib/system.ts';

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
const NOW = new Date('2026-11-22T12:00:00Z');

const EVENT: AuditEvent = {
  organization: { id: 1, login: 'acme' },
  action: 'member.added',
  way: 'webhook',
  actor: { id: 2, login: 'olivia' },
  target: { kind: 'person', id: 3, name: 'mia' },
  before: {},
  after: {},
  requestId: null,
  deliveryId: 'delivery-1',
};

/** SQLite has no statistics here: what it does not find by an index, it looks for in the whole trail, and nobody else is served. */
describe('how SQLite reads a trail', () => {
  afterEach(() => vi.restoreAllMocks());

  async function plansOf(work: (trail: ReturnType<typeof createAuditTrailStore>) => Promise<unknown>) {
    const engine = await connect('sqlite::memory:', SILENT);
    await migrate(engine);
    const prepared: (readonly [DatabaseSync, string])[] = [];
    const prepare = DatabaseSync.prototype.prepare;
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text: string) {
      prepared.push([this, text]);
      return prepare.call(this, text);
    });
    await work(createAuditTrailStore(engine));
    const plans = prepared
      .filter(([, text]) => /^select .*audit_(rows|open_intents)/s.test(text))
      .flatMap(([database, text]) => prepare.call(database, `explain query plan ${text}`).all())
      .map(({ detail }) => String(detail));
    await engine.close();
    return plans;
  }

  const WHOLE_TRAIL = /(entry|told|settled|audit_rows) USING .*\(organization_id=\?\)/;

  it.each<[string, Partial<AuditSelection>, string]>([
    ['the newest', {}, 'PRIMARY KEY'],
    ['an actor', { actor: 'olivia' }, 'audit_rows_by_actor'],
    ['a target', { target: 'mia' }, 'audit_rows_by_target'],
    ['both', { actor: 'olivia', target: 'mia' }, 'audit_rows_by_target'],
    ['an action', { action: 'member.added' }, 'audit_rows_by_action'],
    ['what was refused', { outcome: 'refused' }, 'audit_rows_by_outcome'],
    ['what an actor was refused', { actor: 'olivia', outcome: 'refused' }, 'audit_rows_by_outcome'],
    ['what is under way', { outcome: 'under-way' }, 'audit_open_intents'],
    ['what nobody knows the outcome of', { outcome: 'unknown' }, 'audit_open_intents'],
    ['an action that never happened', { action: 'member.invented' }, 'audit_rows_by_action'],
    ['a part of the actions', { action: 'member' }, 'audit_rows_by_subject'],
    ['a rare source', { way: 'comparison' }, 'audit_rows_by_way'],
    ['the time from then on', { since: NOW }, 'audit_rows_by_time'],
    ['the time until then', { until: NOW }, 'audit_rows_by_time'],
    ['an actor in a time', { actor: 'olivia', since: NOW, until: NOW }, 'audit_rows_by_actor'],
  ])('finds %s by an index', async (_, selection, index) => {
    const plans = await plansOf(async (trail) => {
      // Each selection has an entry, whose content is read too.
      const [done, refused, unknown] = await trail.intend([EVENT, { ...EVENT }, { ...EVENT, way: 'comparison' }], NOW);
      await trail.intend([{ ...EVENT, action: 'member.invented' }], NOW);
      if (done === undefined || refused === undefined || unknown === undefined) throw new Error('three were written');
      await trail.settle(
        [
          { intent: done, outcome: 'done', message: null },
          { intent: refused, outcome: 'refused', message: null },
          { intent: unknown, outcome: 'unknown', message: null },
        ],
        NOW,
      );
      await trail.read({ organizationId: 1, limit: 50, ...selection }, NOW);
    });
    expect(plans.filter((plan) => !/entry|settled/.test(plan)).join()).toContain(index);
    expect(plans.some((plan) => plan.includes('entry USING PRIMARY KEY'))).toBe(selection.until === undefined);
    expect(plans).not.toEqual([]);
    for (const plan of plans) {
      expect(plan).not.toMatch(WHOLE_TRAIL);
      expect(plan).not.toMatch(/(entry|settled) USING INDEX audit_rows_by_(?!intent)/);
    }
  });

  it.each([EVENT.target, null])('finds by an index whether a delivery was told before, about %o', async (target) => {
    const plans = await plansOf((trail) => trail.record([{ ...EVENT, target }], NOW, 'print'));
    expect(plans.length).toBeGreaterThanOrEqual(2);
    for (const plan of plans) expect(plan).not.toMatch(WHOLE_TRAIL);
  });
});
