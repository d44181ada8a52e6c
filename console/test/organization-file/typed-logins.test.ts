import { expect, test } from 'vitest';
import { typedLogins } from '../../src/features/organization-file/field.tsx';

test.each([
  ['ada, @ken,grace', ['ada', 'ken', 'grace']],
  ['Ken Thompson (@kt-dev), ada', ['kt-dev', 'ada']],
  // Neither word is taken for a username.
  ['Ken Thompson', ['Ken Thompson']],
  [' , ', []],
])('%s', (text, logins) => {
  expect(typedLogins(text)).toEqual(logins);
});
