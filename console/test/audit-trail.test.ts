import type { AuditEntry } from '@orgdesk/client';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../src/features/audit-trail/entry-message.ts';
import { carriedOutText, factChanges } from '../src/features/audit-trail/entry-texts.ts';
import { entriesIn, type TrailPage, withNewest } from '../src/features/audit-trail/get-trail.ts';
import { filtersOf, WHOLE_TRAIL } from '../src/features/audit-trail/trail-finder.tsx';

const job = { kind: 'job', id: null, name: 'a1b2' } as const;

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  number: 1,
  at: '2026-11-22T14:05:00.000Z',
  settledAt: null,
  action: 'member.role_changed',
  outcome: 'done',
  way: 'console',
  actor: { id: 1, login: 'margaret' },
  target: { kind: 'person', id: 2, name: 'edsger' },
  before: {},
  after: {},
  message: null,
  requestId: null,
  deliveryId: null,
  carriedOutBy: null,
  ...changes,
});

describe('an entry as a message', () => {
  const textOf = (changes: Partial<AuditEntry>) =>
    messageOf(entry(changes))
      .map((part) => (typeof part === 'string' ? part : part.name))
      .join('');

  test.each<[string, Partial<AuditEntry>]>([
    ['margaret made edsger an owner', { before: { role: 'member' }, after: { role: 'admin' } }],
    ['margaret made edsger a member', { before: { role: 'admin' }, after: { role: 'member' } }],
    ['margaret changed the role of edsger', { after: { role: 'moderator' } }],
    ['margaret removed edsger from the organization', { action: 'member.removed', before: { role: 'admin' } }],
    [
      'margaret left the organization',
      { action: 'member.removed', target: { kind: 'person', id: 1, name: 'margaret' } },
    ],
    ['edsger joined the organization as an owner', joined('admin')],
    ['edsger joined the organization', joined('member')],
    ['margaret added edsger to the team core', { action: 'team.member_added', after: { team: 'core', teamId: 3 } }],
    ['margaret removed edsger from the team core', { action: 'team.member_removed', before: { team: 'core' } }],
    ['margaret invited edsger', { action: 'invitation.sent', after: { role: 'direct_member' } }],
    ['margaret started inviting 1,200 people', { action: 'invitation_job.started', after: { rows: 1_200 } }],
    [
      'margaret started changing 7 people',
      { action: 'job.started', after: { kind: 'people-change', rows: 7 }, target: job },
    ],
    ['margaret started an access export', { action: 'job.started', after: { kind: 'access-export' }, target: job }],
    [
      'margaret took over a batch of invitations from ada',
      { action: 'job.taken_over', before: { from: 'ada' }, after: { kind: 'invitations' }, target: job },
    ],
    [
      'margaret downloaded the results of an access export',
      { action: 'access_export.downloaded', target: { kind: 'export', id: null, name: 'a1b2' } },
    ],
    ['Someone deleted the team core', { action: 'team.deleted', actor: null, target: team('core') }],
    [
      'An operator retried failed background work',
      { action: 'work.retried', actor: null, way: 'command', target: job },
    ],
    ['The invitation for edsger failed', { action: 'invitation.failed', actor: null }],
    [
      'margaret made the repository acme/api public',
      {
        action: 'repository.changed',
        after: { change: 'publicized' },
        target: { kind: 'repository', id: 5, name: 'acme/api' },
      },
    ],
    [
      'margaret renamed the organization from old to new',
      { action: 'organization.renamed', target: null, before: { login: 'old' }, after: { login: 'new' } },
    ],
    ['margaret: some.news edsger', { action: 'some.news' }],
    [
      'margaret, through the App, removed edsger from the organization',
      { action: 'member.removed', carriedOutBy: 'app' },
    ],
    [
      'margaret allowed jobs to continue after a sign-out',
      { action: 'organization.app_work_changed', target: null, before: { isOn: false }, after: { isOn: true } },
    ],
    [
      'margaret stopped jobs from continuing after a sign-out',
      { action: 'organization.app_work_changed', target: null, before: { isOn: true }, after: { isOn: false } },
    ],
  ])('is: %s', (message, changes) => {
    expect(textOf(changes)).toBe(message);
  });

  test('never presents a failed or unconfirmed action as done', () => {
    const facts = { after: { role: 'admin' } };
    expect(textOf({ ...facts, outcome: 'refused' })).toBe('margaret tried to make edsger an owner');
    expect(textOf({ ...facts, outcome: 'unknown' })).toBe('margaret tried to make edsger an owner');
    expect(textOf({ ...facts, outcome: 'under-way' })).toBe('margaret is trying to make edsger an owner');
  });

  test('names the App and who approved it, if the App made the change', () => {
    expect(carriedOutText(entry())).toBe(null);
    expect(carriedOutText(entry({ carriedOutBy: 'app' }))).toBe('the App, approved by margaret');
    expect(textOf({ carriedOutBy: 'app', outcome: 'refused', after: { role: 'admin' } })).toBe(
      'margaret, through the App, tried to make edsger an owner',
    );
  });

  test('lists each changed value before and after', () => {
    const changes = { before: { role: 'member', gone: true }, after: { role: 'admin', teamIds: [1, 2], none: null } };
    expect(factChanges(changes)).toEqual([
      { name: 'role', before: 'member', after: 'admin' },
      { name: 'gone', before: 'yes', after: null },
      { name: 'team ids', before: null, after: '1, 2' },
      { name: 'none', before: null, after: 'none' },
    ]);
  });
});

function team(name: string) {
  return { kind: 'team', id: 3, name } as const;
}

function joined(role: string): Partial<AuditEntry> {
  return { action: 'member.added', actor: { id: 2, login: 'edsger' }, after: { role } };
}

describe('merging new entries', () => {
  const page = (numbers: readonly number[], next: number | null, changes: Partial<AuditEntry> = {}): TrailPage => ({
    entries: numbers.map((number) => entry({ number, ...changes })),
    next,
    newest: numbers[0] ?? 0,
    keptDays: 365,
    missingSince: null,
  });
  const numbersIn = (pages: readonly TrailPage[]) => entriesIn(pages).map(({ number }) => number);

  test('puts them first and updates entries on all loaded pages', () => {
    const pages = withNewest([page([8, 7], 7), page([6, 5], 5)], page([9, 8, 7, 6], 6, { outcome: 'refused' }));
    expect(numbersIn(pages)).toEqual([9, 8, 7, 6, 5]);
    expect(entriesIn(pages).map(({ outcome }) => outcome)).toEqual([...Array(4).fill('refused'), 'done']);
    expect(pages.map(({ next }) => next)).toEqual([7, 5]);
    expect(pages[0]?.newest).toBe(9);
  });

  test('drops entries that no longer match the filters and inserts those that now do', () => {
    expect(numbersIn(withNewest([page([8, 6, 5], null)], page([7, 5], null)))).toEqual([7, 5]);
  });

  test('adds no entries older than the loaded pages', () => {
    const pages = withNewest([page([8, 7], 7)], page([9, 8, 7, 6, 5], null));
    expect(numbersIn(pages)).toEqual([9, 8, 7]);
    expect(pages.at(-1)?.next).toBe(7);
  });

  test('keeps older search results if the newest page was searched less far', () => {
    const found = { ...page([40], 20), newest: 1_000 };
    const searched = { ...page([], 900), newest: 1_001 };
    expect(numbersIn(withNewest([found], searched))).toEqual([40]);
    expect(
      numbersIn(withNewest([{ ...page([], 20), newest: 1_000 }], { ...page([30, 10], 5), newest: 1_000 })),
    ).toEqual([30]);
  });

  test('keeps only the newest page after a gap or if nothing was loaded', () => {
    expect(numbersIn(withNewest([page([3, 2], null)], page([9, 8], 8)))).toEqual([9, 8]);
    expect(numbersIn(withNewest([page([], null)], page([2, 1], null)))).toEqual([2, 1]);
  });
});

test('sends the filters of the URL as query parameters, with days in the browser’s time zone', () => {
  expect(filtersOf(WHOLE_TRAIL)).toEqual({});
  expect(filtersOf({ ...WHOLE_TRAIL, actor: ' @ada ', action: 'member', outcome: 'refused', way: 'api' })).toEqual({
    actor: 'ada',
    action: 'member',
    outcome: 'refused',
    way: 'api',
  });
  expect(filtersOf({ ...WHOLE_TRAIL, from: '2026-11-22', to: '2026-11-30' })).toEqual({
    since: new Date('2026-11-22T00:00').toISOString(),
    until: new Date('2026-12-01T00:00').toISOString(),
  });
  expect(filtersOf({ ...WHOLE_TRAIL, from: 'yesterday', to: '2026-13-01' })).toEqual({});
});
