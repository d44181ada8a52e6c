import { JOBS_OPEN_MAX } from '@orgdesk/contract/limits';
import { expect, test } from 'vitest';
import { AUDIT_CHANGES } from '../../../../src/lib/limits/audit.ts';
import type { Answer } from '../../../support/browser.ts';
import { jobsAs, serviceForJobs } from './jobs.ts';

// An Enterprise Server has no invitations: an address cannot be added.
const service = serviceForJobs({ hostKind: 'enterprise-server' });
const NOT_ADDED = [{ email: 'somebody@mail.example' }];

const TOO_MANY_CHANGES = [429, expect.stringMatching(/^You made too many changes/)];
const CANNOT_BE_ADDED = [409, expect.stringMatching(/^Row 1: this organization adds people/)];
const TOO_MANY_JOBS = [409, expect.stringMatching(/^There are 20 unfinished batches/)];
const statusAndError = ({ status, json }: Answer) => [status, (json as { readonly error?: string }).error];

/** Somebody made so many changes of jobs within the hour that no more are accepted. */
async function withoutBudget(login: string) {
  const { simulator, storage, clock } = service();
  await storage.auditTrail.record(
    Array.from({ length: AUDIT_CHANGES.max }, () => ({
      organization: { id: simulator.world.organization('acme')?.id ?? 0, login: 'acme' },
      action: 'job.paused' as const,
      way: 'api' as const,
      actor: { id: simulator.world.user(login)?.id ?? 0, login },
      target: null,
      before: {},
      after: {},
      requestId: null,
      deliveryId: null,
    })),
    clock.now(),
  );
}

test('an owner is refused rows that cannot be added, then too many jobs, then too many changes; a key repeated or a job ended is said first', async () => {
  const ada = jobsAs(service(), (await service().signIn('ada')).bearer);
  const { id: ended } = await ada.begin([{ login: 'grace' }], 'ended');
  await ada.change(ended, 'cancel');
  for (let open = 0; open < JOBS_OPEN_MAX; open += 1) await ada.begin([{ login: 'grace' }], `open-${open}`);

  expect(statusAndError(await ada.start({ key: 'k', rows: [{ login: 'grace' }] }))).toEqual(TOO_MANY_JOBS);
  expect(statusAndError(await ada.start({ key: 'k', rows: NOT_ADDED }))).toEqual(CANNOT_BE_ADDED);
  expect(statusAndError(await ada.change(ended, 'pause'))).toEqual([409, expect.stringMatching(/^This job has ended/)]);

  await withoutBudget('ada');
  expect(statusAndError(await ada.start({ key: 'k', rows: NOT_ADDED }))).toEqual(CANNOT_BE_ADDED);
  expect(statusAndError(await ada.start({ key: 'k', rows: [{ login: 'grace' }] }))).toEqual(TOO_MANY_JOBS);
  const { id: open } = await ada.begin([{ login: 'grace' }], 'open-1');
  expect(statusAndError(await ada.change(open, 'pause'))).toEqual(TOO_MANY_CHANGES);
  await ada.change(open, 'cancel');
  expect(statusAndError(await ada.start({ key: 'k', rows: [{ login: 'grace' }] }))).toEqual(TOO_MANY_CHANGES);
  expect((await ada.start({ key: 'open-0', rows: [{ login: 'grace' }] })).status).toBe(202);
  expect(statusAndError(await ada.change(ended, 'pause'))).toEqual([409, expect.stringMatching(/^This job has ended/)]);
  expect(statusAndError(await ada.change('0'.repeat(32), 'pause'))).toEqual([
    404,
    expect.stringMatching(/^Job not found/),
  ]);
});

test('a member is told that a list is wrong, then that they are no owner, before anybody counts their changes', async () => {
  await withoutBudget('grace');
  const grace = jobsAs(service(), (await service().signIn('grace')).bearer);
  const notAdmin = [403, 'Only organization admins can send invitations.'];
  expect(statusAndError(await grace.start({ key: 'k', rows: [{ login: 'ada' }] }))).toEqual(notAdmin);
  expect(statusAndError(await grace.change('0'.repeat(32), 'pause'))).toEqual([
    403,
    'Only organization admins can see and change jobs.',
  ]);
  expect(statusAndError(await grace.start({ key: 'k', rows: [] }))).toEqual([
    400,
    'Please add at least one person to invite.',
  ]);
});
