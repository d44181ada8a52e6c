import type { AuditEntry } from '@orgdesk/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../server/test/support/random/properties.ts';
import { actionsOf, isView, summaryOf, type TrailAction } from '../src/features/audit-trail/recent-actions.ts';

const ADA = { id: 1, login: 'ada' };
const person = (name: string) => ({ kind: 'person', id: null, name }) as const;
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 26, 7, minutes)).toISOString();

const entry = (number: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  number,
  at: at(number),
  settledAt: null,
  action: 'member.removed',
  outcome: 'done',
  way: 'console',
  actor: ADA,
  target: person('grace'),
  before: {},
  after: {},
  message: null,
  requestId: null,
  deliveryId: null,
  carriedOutBy: null,
  ...changes,
});

const sent = (number: number, login: string, changes: Partial<AuditEntry> = {}) =>
  entry(number, {
    action: 'invitation.sent',
    way: 'job',
    target: person(login),
    after: { job: 'a1' },
    requestId: 'request',
    ...changes,
  });
const started = (number: number, rows: number) =>
  entry(number, {
    action: 'job.started',
    target: { kind: 'job', id: null, name: 'a1' },
    after: { kind: 'invitations', rows },
    requestId: 'request',
  });
const reported = (number: number, changes: Partial<AuditEntry> = {}) => entry(number, { way: 'webhook', ...changes });

const numbersOf = ({ rows }: TrailAction) => rows.map(({ entry: { number } }) => number);
const textOf = (action: TrailAction | undefined) => {
  if (action === undefined) return null;
  const { message, counts } = summaryOf(action);
  const text = message.map((part) => (typeof part === 'string' ? part : part.name)).join('');
  return counts === null ? text : `${text} · ${counts}`;
};

describe('one entry per action', () => {
  test('a batch is one line with its rows', () => {
    const [action, ...others] = actionsOf([
      started(1, 4),
      sent(2, 'grace'),
      sent(3, 'alan', { outcome: 'refused' }),
      sent(4, 'edsger', { outcome: 'unknown' }),
    ]);
    expect(others).toEqual([]);
    expect(textOf(action)).toBe('ada invited 4 people · 1 sent, 1 refused, 1 unknown, 1 not listed here');
    expect(numbersOf(action as TrailAction)).toEqual([4, 3, 2, 1]);
  });

  test('a batch whose start is older, a change of people, and a request with several changes are too', () => {
    const change = { action: 'member.role_changed', way: 'job', requestId: 'other' } as const;
    const actions = actionsOf([
      sent(1, 'grace'),
      sent(2, 'alan'),
      entry(3, { action: 'job.started', target: { kind: 'job', id: null, name: 'b2' }, requestId: 'other' }),
      entry(4, { ...change, target: person('tim') }),
      entry(5, { ...change, target: person('alan') }),
      entry(6, { action: 'invitation.cancelled', requestId: 'third', target: person('x') }),
      entry(7, { action: 'invitation.cancelled', requestId: 'third', target: person('y') }),
    ]);
    expect(actions.map(textOf)).toEqual([
      'ada cancelled 2 invitations · 2 done',
      'ada changed the role of 2 people · 2 done',
      'ada invited 2 people · 2 sent',
    ]);
  });

  test('a webhook that confirms our own change belongs to it', () => {
    const [action, ...others] = actionsOf([entry(1, { action: 'member.converted' }), reported(2)]);
    expect(others).toEqual([]);
    expect(action?.rows).toMatchObject([{ entry: { number: 1 }, confirmation: { number: 2, at: at(2) } }]);
  });

  test('a batch that the App carried out says so, and its webhooks belong to it', () => {
    const through = { carriedOutBy: 'app' } as const;
    const bot = { actor: { id: 9, login: 'orgdesk[bot]' }, carriedOutBy: 'app' } as const;
    const [action, ...others] = actionsOf([
      started(1, 2),
      sent(2, 'grace', through),
      sent(3, 'alan', through),
      reported(4, { ...bot, action: 'invitation.sent', target: person('grace') }),
    ]);
    expect(others).toEqual([]);
    expect(textOf(action)).toBe('ada, through the App, invited 2 people · 2 sent');
    const byBot = actionsOf([sent(2, 'grace'), reported(4, { ...bot, action: 'invitation.sent' })]);
    expect(byBot.map(numbersOf)).toEqual([[4], [2]]);
  });

  test.each<readonly [string, Partial<AuditEntry>, Partial<AuditEntry>]>([
    ['of somebody else', {}, { actor: { id: 2, login: 'alan' } }],
    ['about somebody else', {}, { target: person('alan') }],
    ['of another kind', {}, { action: 'member.added' }],
    ['much later', {}, { at: at(7 * 60) }],
    ['of a change that was refused', { outcome: 'refused' }, {}],
    [
      'about another team',
      { action: 'team.member_removed', before: { team: 'core' } },
      { action: 'team.member_removed', after: { team: 'docs' } },
    ],
  ])('a webhook %s stands for itself', (_what, own, report) => {
    expect(actionsOf([entry(1, own), reported(2, report)]).map(numbersOf)).toEqual([[2], [1]]);
  });

  test('each webhook confirms one change, the last before it', () => {
    const actions = actionsOf([entry(1), entry(2), reported(3), reported(4), reported(5)]);
    expect(actions.map(({ rows }) => rows.map((row) => [row.entry.number, row.confirmation?.number]))).toEqual([
      [[5, undefined]],
      [[2, 3]],
      [[1, 4]],
    ]);
  });

  test('views are told apart', () => {
    const actions = ['people.reviewed', 'audit_trail.exported', 'job.downloaded', 'job.started', 'member.removed'];
    expect(actions.filter((action) => isView(entry(1, { action })))).toEqual(actions.slice(0, 3));
  });

  test('each entry appears exactly once, newest first', () => {
    const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);
    const some = fc.record({
      action: pick('invitation.sent', 'invitation.sent_again', 'member.removed', 'job.started', 'job.paused', 'x'),
      way: pick<AuditEntry['way']>('console', 'job', 'webhook', 'comparison', 'command'),
      outcome: pick<AuditEntry['outcome']>('done', 'refused', 'unknown', 'under-way'),
      actor: pick(null, ADA, { id: 2, login: 'alan' }),
      target: pick<AuditEntry['target']>(null, person('grace'), person('GRACE'), { kind: 'job', id: null, name: 'a1' }),
      after: pick<AuditEntry['after']>({}, { job: 'a1' }, { team: 'core' }, { rows: 3 }),
      requestId: pick(null, 'one', 'two'),
      minutes: fc.integer({ min: 0, max: 600 }),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (list) => {
        const entries = list.map(({ minutes, ...changes }, index) => entry(index + 1, { ...changes, at: at(minutes) }));
        const actions = actionsOf(entries);
        const shown = actions.flatMap(({ rows }) =>
          rows.flatMap(({ entry: own, confirmation }) => [own, ...(confirmation === null ? [] : [confirmation])]),
        );
        expect(shown.toSorted((one, other) => one.number - other.number)).toEqual(entries);
        for (const action of actions) {
          expect(numbersOf(action)).toEqual(numbersOf(action).toSorted((one, other) => other - one));
          expect(textOf(action)).not.toBe('');
        }
        const firsts = actions.map((action) => numbersOf(action)[0] ?? 0);
        expect(firsts).toEqual(firsts.toSorted((one, other) => other - one));
      }),
      cases({ brief: 100, full: 3_000 }),
    );
  });
});
