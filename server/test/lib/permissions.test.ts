import { expect, test } from 'vitest';
import { canBeLogin } from '../../src/domain/account.ts';
import { missingPermissions } from '../../src/domain/installation.ts';

const LEVELS = ['read', 'write', 'admin'];

test.each(LEVELS.flatMap((required) => LEVELS.map((granted) => [required, granted] as const)))(
  '%s is covered by %s exactly when it is not more',
  (required, granted) => {
    const isMissing = LEVELS.indexOf(required) > LEVELS.indexOf(granted);
    expect(missingPermissions(new Map([['members', required]]), new Map([['members', granted]]))).toEqual(
      isMissing ? [{ name: 'members', wanted: required, granted }] : [],
    );
  },
);

test('what was not granted at all is missing, by name; what is granted beyond is no matter', () => {
  const required = new Map([
    ['metadata', 'read'],
    ['members', 'write'],
    ['constructor', 'read'],
  ]);
  expect(missingPermissions(required, new Map([['issues', 'admin']]))).toEqual([
    { name: 'constructor', wanted: 'read', granted: null },
    { name: 'members', wanted: 'write', granted: null },
    { name: 'metadata', wanted: 'read', granted: null },
  ]);
});

test('a level nobody knows is not called missing while anything is granted', () => {
  const named = (level: string) => new Map([['members', level]]);
  expect(missingPermissions(named('owner'), named('read'))).toEqual([]);
  expect(missingPermissions(named('admin'), named('owner'))).toEqual([]);
  expect(missingPermissions(named('owner'), new Map())).toHaveLength(1);
});

test.each(['acme', 'ACME', 'a', 'acme-2', 'acme_short', 'a'.repeat(100)])('%s can be a login', (login) => {
  expect(canBeLogin(login)).toBe(true);
});

test.each(['', '.', '..', 'a/b', 'a b', 'a%2fb', 'acme\n', 'ac\u212Ame', 'a?b', 'a#b', 'a\u0000', 'a'.repeat(101)])(
  '%j cannot be a login',
  (login) => {
    expect(canBeLogin(login)).toBe(false);
  },
);
