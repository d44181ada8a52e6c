import { expect, test } from 'vitest';
import { checkFiles } from '../src/check-files.ts';

const problemsIn = (entry: string) =>
  checkFiles([{ name: 'org.yaml', text: `version: 1\nteams:\n  entries:\n    ${entry}\n` }], null).problems;

test.each(['0123', '0x10', '1e3', '1.10', '~'])('a key %s that would be read as something else is named', (key) => {
  expect(problemsIn(`${key}: {}`)).toMatchObject([
    { line: 4, column: 5, message: 'This key would be read as a number: put it in quotes.' },
  ]);
});

test('a key that is a number may be written as it is read, and what is below it has its location', () => {
  expect(problemsIn('123: {}')).toEqual([]);
  expect(problemsIn('123: {bogus: 1}')).toMatchObject([{ line: 4, column: 11, message: '"bogus" is not a key here.' }]);
});
