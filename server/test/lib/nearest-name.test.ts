import { nearestName } from '@orgdesk/contract/nearest-name';
import { expect, test } from 'vitest';

const NAMES = ['serve', 'reconcile', 'sessions', 'migrate', 'rotate-keys', 'TOKEN_SECRET', 'DATABASE_URL'];

test.each([
  ['recncile', 'reconcile'],
  ['serev', 'serve'],
  ['Serve', 'serve'],
  ['session', 'sessions'],
  ['rotate', null],
  ['rotatekeys', 'rotate-keys'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['TOKENS_SECRET', 'TOKEN_SECRET'],
  ['x', null],
  ['', null],
  ['delete-everything', null],
])('of %j the nearest name is %j', (name, nearest) => {
  expect(nearestName(name, NAMES)).toBe(nearest);
});
