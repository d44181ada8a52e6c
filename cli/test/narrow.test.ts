import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { JOB_COLUMNS } from '../src/finish-job.ts';
import { textOf } from '../src/output/rows.ts';

const COLUMNS = {
  login: (row: { login: string }) => row.login,
  role: () => 'member',
  'granted-by': () => 'team backend',
};
const textAt = (width: number) =>
  stripVTControlCharacters(textOf('table', [{ login: 'ada' }, { login: 'grace' }], COLUMNS, width));

test('a table that fits is one line for each row', () => {
  expect(textAt(80)).toBe('LOGIN  ROLE    GRANTED BY\nada    member  team backend\ngrace  member  team backend\n');
});

test('in a narrower terminal each row is a block of whole values', () => {
  expect(textAt(24)).toBe(
    'LOGIN       ada\nROLE        member\nGRANTED BY  team backend\n\nLOGIN       grace\nROLE        member\nGRANTED BY  team backend\n',
  );
});

test('the list of jobs has no broken line at 48 columns, and keeps the ID', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const job = {
    id,
    kind: 'invitations',
    title: 'people.csv',
    state: 'done',
    counts: { sent: 3 },
    createdAt: '2026-11-28',
  };
  const rows = [{ ...job, startedBy: 'ada', reason: null, message: null, until: null }] as never;
  const lines = stripVTControlCharacters(textOf('table', rows, JOB_COLUMNS, 48)).split('\n');
  expect(lines[0]).toBe(`ID          ${id}`);
  expect(lines.filter((line) => line.length > 48)).toEqual([]);
});
