import { expect, test } from 'vitest';
import { attentionOf } from '../../src/features/attention/attention.ts';
import { type JobChanges, jobWith } from '../jobs/job-with.ts';
import { organizationView } from './organization-view.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const LINKS = { appSettings: () => null, install: () => '/install' };

function itemsOf(changes: JobChanges, viewer = 'ada') {
  const organization = organizationView('acme', { viewerCanAdminister: true, hasAppInstalled: true });
  const state = {
    organization,
    jobs: [jobWith({ title: 'members.csv', ...changes })],
    invitations: [],
    requests: [],
    missingSince: null,
    review: undefined,
    ownerLimit: 3,
    differences: undefined,
  };
  return attentionOf([state], LINKS, { viewer, now: NOW }).map(({ title, stopped }) => [title, stopped?.id ?? null]);
}

test.each([
  ['needs-person', 'needs a signed-in owner'],
  ['session-ended', 'session ended'],
  ['approval-withdrawn', 'approval withdrawn'],
] as const)('a job of the person that stopped with %s is offered to resume', (reason, label) => {
  expect(itemsOf({ state: 'failed', reason })).toEqual([[`“members.csv”: ${label}`, 'a1']]);
});

test('jobs of others, and those that a sign-in does not help, are only shown', () => {
  const title = '“members.csv”: session ended';
  expect(itemsOf({ state: 'failed', reason: 'session-ended' }, 'grace')).toEqual([[title, null]]);
  expect(itemsOf({ state: 'failed', reason: 'no-seat' })).toEqual([['“members.csv”: no free seats', null]]);
  expect(itemsOf({ state: 'paused' })).toEqual([['“members.csv”: paused', null]]);
  expect(itemsOf({ state: 'running' })).toEqual([]);
});
