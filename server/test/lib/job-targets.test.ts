import { expect, test } from 'vitest';
import { step } from '../../src/features/organization-files/compare.ts';
import { targetsOf } from '../../src/jobs/store/insert-job.ts';

const ROW = { login: null, email: null, userId: null, teamIds: [] };
const STEP = step('edit-team', {});

test('a row names its person and its teams by each of their names, in one spelling', () => {
  expect(targetsOf({ ...ROW, login: 'Ada', userId: 7, teamIds: [1, 2] }, 3)).toEqual([
    'person 7',
    'login ada',
    'team 1',
    'team 2',
    'team 3',
  ]);
  expect(targetsOf({ ...ROW, email: 'Ada@Mail.example' }, null)).toEqual(['email ada@mail.example']);
});

test('a step of a plan names its team, the parent that it gets, and its person', () => {
  const step = { ...STEP, team: 'Crew', teamId: 4, login: 'Ken', to: { slug: 'band', parent: 'All', parentId: '9' } };
  expect(targetsOf({ ...ROW, step }, null)).toEqual([
    'login ken',
    'team 4',
    'team 9',
    'slug crew',
    'slug band',
    'slug all',
  ]);
});
