import type { Job, JobRow } from '@orgdesk/client';
import { readRows } from '@orgdesk/people-files/read-rows';
import { reviewOf } from '@orgdesk/people-files/review';
import { describe, expect, it } from 'vitest';
import { jobCsv } from '../../src/components/jobs/job-rows.tsx';
import { BATCHES } from '../../src/features/invitations/batch-texts.ts';

const TEAMS = new Map([
  [7, { id: 7, slug: 'platform', name: 'Platform' }],
  [8, { id: 8, slug: 'data-science', name: 'Data, Science' }],
]);

const row = (more: Partial<JobRow>): JobRow => ({
  row: 1,
  login: null,
  email: null,
  userId: null,
  role: 'direct_member',
  teamIds: [],
  step: null,
  outcome: 'sent',
  message: null,
  settledAt: '2026-03-01T12:00:00.000Z',
  ...more,
});

describe('the file with the results of a batch', () => {
  const text = jobCsv(
    { addsPeople: false } as Job,
    [
      row({ login: 'ada', role: 'admin', teamIds: [7, 8] }),
      row({ email: 'tim@mail.example', role: 'billing_manager', outcome: 'refused', message: 'No, thanks.' }),
      row({ login: 'no-such-person', outcome: 'not-found' }),
    ],
    BATCHES,
    TEAMS,
  );

  it('has the columns of the form and the words of the page', () => {
    expect(text.split('\r\n')).toEqual([
      'Username,Email,Role,Teams,Result,Reason,Time',
      'ada,,Owner,"Platform; data-science",Invited,,2026-03-01T12:00:00.000Z',
      ',tim@mail.example,Billing manager,,Refused,"No, thanks.",2026-03-01T12:00:00.000Z',
      'no-such-person,,Member,,Not found,No account with this username.,2026-03-01T12:00:00.000Z',
      '',
    ]);
  });

  it('is read by the form with everybody, their roles and their teams', () => {
    const rows = reviewOf([{ file: 'results.csv', read: readRows(text) }], {});
    expect(rows.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(rows.map(({ person, role, teams }) => [person, role, teams?.map(({ name }) => name) ?? null])).toEqual([
      ['ada', 'admin', ['Platform', 'data-science']],
      ['tim@mail.example', 'billing_manager', null],
      ['no-such-person', 'direct_member', null],
    ]);
  });
});
