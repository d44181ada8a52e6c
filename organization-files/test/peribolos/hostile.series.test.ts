import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../server/test/support/random/properties.ts';
import { convert, convertTeams } from './convert.ts';

const TOO_LARGE = 'The files are too large, with what aliases repeat: simplify or split them.';

test('aliases that lead back to themselves are a problem', () => {
  expect(convertTeams('teams: {a: &a {teams: {b: *a}}}\n').problems).toEqual([
    'org.yaml:2: A team cannot contain itself.',
  ]);
  expect(convertTeams('teams: &a {b: {teams: *a}}\n').problems).toEqual(['org.yaml:2: A team cannot contain itself.']);
  expect(convertTeams('teams: {a: &a {<<: *a}}\n').problems).toEqual([`org.yaml:1: ${TOO_LARGE}`]);
  expect(convertTeams('teams: {a: {members: &a [*a]}}\n').problems).toEqual(['org.yaml:2: An entry must be text.']);
});

test('a file that aliases make large is a problem', () => {
  const logins = Array.from({ length: 4_000 }, (_, nth) => `p${nth}`).join(', ');
  const teams = Array.from({ length: 4_000 }, (_, nth) => `  t${nth}: {members: *all}\n`).join('');
  expect(convertTeams(`x: &all [${logins}]\nteams:\n${teams}`).problems).toEqual([`org.yaml:1: ${TOO_LARGE}`]);
  const long = Array.from({ length: 8_000 }, (_, nth) => `  t${nth}: {description: *long}\n`).join('');
  expect(convertTeams(`x: &long ${'y'.repeat(1_000)}\nteams:\n${long}`).problems).toEqual([`org.yaml:1: ${TOO_LARGE}`]);
  const doubling = Array.from({ length: 40 }, (_, nth) => `x${nth + 1}: &x${nth + 1} {<<: [*x${nth}, *x${nth}]}\n`);
  expect(convertTeams(`x0: &x0 {a: {}}\n${doubling.join('')}teams: *x40\n`).problems).toEqual([
    `org.yaml:1: ${TOO_LARGE}`,
  ]);
});

test('teams that are nested without end are a problem', () => {
  const nested = `${'{a: {teams: '.repeat(1_000)}{}${'}}'.repeat(1_000)}`;
  expect(convertTeams(`teams: ${nested}\n`).problems).toHaveLength(1);
  const aliased = Array.from({ length: 300 }, (_, nth) => `x${nth + 1}: &x${nth + 1} {t${nth}: {teams: *x${nth}}}\n`);
  expect(convertTeams(`x0: &x0 {}\n${aliased.join('')}teams: *x300\n`).problems).toEqual([
    expect.stringContaining('Teams are nested more than 100 deep.'),
  ]);
});

test('what was not carried over is listed up to a bound', () => {
  const settings = Array.from({ length: 3_000 }, (_, nth) => `setting-${nth}: x\n`).join('');
  const { problems, left } = convertTeams(settings);
  expect([problems, left.length, left.at(-1)]).toEqual([[], 1_001, 'more of the same']);
});

const text = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'ada',
    '..',
    '🐈',
    '0123',
    '1e3',
    '',
    '~',
    '__proto__',
    'constructor',
    'team',
    'team.1',
    'a b',
    'a-b',
    'a.b',
    'team-2',
    '<<',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ minLength: 90, maxLength: 300 }),
);
const logins = fc.array(fc.oneof(fc.stringMatching(/^[\w-]{1,8}$/), text), { maxLength: 4 });
const { teams } = fc.letrec((tie) => ({
  teams: fc.dictionary(text, tie('team'), { maxKeys: 4 }),
  team: fc.record(
    {
      description: fc.oneof(text, fc.string({ maxLength: 1_100 })),
      privacy: text,
      previously: fc.oneof(text, fc.array(text, { maxLength: 2 })),
      maintainers: logins,
      members: logins,
      repos: fc.dictionary(text, fc.constantFrom('read', 'admin', 'x'), { maxKeys: 3 }),
      teams: fc.option(tie('teams') as fc.Arbitrary<unknown>, { depthSize: 'small' }),
    },
    { requiredKeys: [] },
  ),
}));

test('whatever is converted passes the check of orgdesk, or has a reason', () => {
  let converted = 0;
  fc.assert(
    fc.property(logins, logins, teams, (admins, members, nested) => {
      // `convert` throws when the check refuses what was written.
      const { problems } = convert({
        'org.yaml': JSON.stringify({ admins: ['ada', ...admins], members, teams: nested }),
      });
      if (problems.length === 0) converted += 1;
    }),
    cases({ brief: 300, full: 2_000 }),
  );
  expect(converted).toBeGreaterThan(0);
});

test('750 teams and 1,500 people', () => {
  const people = Array.from({ length: 1_500 }, (_, nth) => `Person-${nth}`);
  const teams = Array.from(
    { length: 750 },
    (_, nth) =>
      `  group-${nth}:\n    description: "Group: ${nth}"\n    members:\n${people
        .slice(nth, nth + 20)
        .map((login) => `    - ${login.toLowerCase()}\n`)
        .join('')}    repos: {repo-${nth % 50}: write}\n`,
  );
  const outcome = convert({
    'org.yaml': `admins: [ada]\nmembers:\n${people.map((login) => `- ${login}\n`).join('')}`,
    'teams.yaml': `teams:\n${teams.join('')}`,
  });
  expect([outcome.problems, outcome.left, outcome.members?.length, Object.keys(outcome.teams).length]).toEqual([
    [],
    [],
    1_500,
    750,
  ]);
});
