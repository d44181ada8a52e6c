import { RECEIVE_WEBHOOK } from '@orgdesk/contract';
import { expect, test } from 'vitest';
import { ENTRIES } from '../../../src/features/webhooks/audit-entries.ts';

/** Rows of the reference's table: event, actions, whether they make an entry. */
const documented = RECEIVE_WEBHOOK.description
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .filter(([, event]) => event !== undefined && /^[a-z_]+$/.test(event))
  .flatMap(([, event = '', actions = '', , entry]) =>
    actions.split(', ').map((action) => ({ key: action === 'any' ? event : `${event}.${action}`, entry })),
  );

test('the reference names every event that makes an entry of the audit log, and no other as one', () => {
  const entries = documented.filter(({ entry }) => entry === 'an entry').map(({ key }) => key);
  expect(entries.toSorted()).toEqual([...ENTRIES.keys()].toSorted());
});
