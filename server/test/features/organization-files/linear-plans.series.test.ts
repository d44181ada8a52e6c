import { mistakesBetween, nearestNames } from '@orgdesk/contract/nearest-name';
import { checkFiles } from '@orgdesk/organization-files/check-files';
import { expect, test } from 'vitest';
import { mergeFiles, type PermissionName } from '../../../src/features/organization-files/desired.ts';
import { inheritedAccess } from '../../../src/features/organization-files/inherited-access.ts';
import { planSteps, withPrerequisites } from '../../../src/features/organization-files/plan-steps.ts';
import type { CurrentOrganization } from '../../../src/features/organization-files/read-organization.ts';

const NOTHING: CurrentOrganization = {
  id: 1,
  login: 'acme',
  people: [],
  joinStep: 'invite-person',
  invited: [],
  teams: [],
  enterpriseTeams: [],
  outside: [],
};

/**
 * Processor time of this thread: what others use of the machine does not count. The least of several runs, each long for
 * a clock that may tick in steps of 4 ms only.
 */
function costOf(work: () => unknown): number {
  const costs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
}

const TIMES = 32;
/**
 * `growthOf` divides the cost of one large input by the cost of 32 small inputs, which together are as large. The result
 * is about 1 if the cost is linear, and 32 if it is quadratic. Caches and garbage collection make a large input dearer,
 * but not ten times.
 */
const GROWTH_MAX = 10;
const growthOf = (workOn: (size: number) => () => unknown, size: number): number => {
  const [small, large] = [workOn(size / TIMES), workOn(size)];
  const smallOnes = () => Array.from({ length: TIMES }, small);
  // Compiled by then.
  smallOnes();
  return costOf(large) / costOf(smallOnes);
};

const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'teams below each other, each with a repository': (size) =>
    Array.from(
      { length: size },
      (_, nth) => `    t${nth}: {${nth === 0 ? '' : `parent: t${nth - 1}, `}repositories: {r${nth}: pull}}\n`,
    ).join(''),
  'teams below each other, all with the same repository': (size) =>
    Array.from(
      { length: size },
      (_, nth) => `    t${nth}: {${nth === 0 ? '' : `parent: t${nth - 1}, `}repositories: {api: pull}}\n`,
    ).join(''),
  'children before their parents': (size) =>
    Array.from({ length: size }, (_, nth) => `    t${nth}: {${nth === size - 1 ? '' : `parent: t${nth + 1}`}}\n`).join(
      '',
    ),
  'many teams below one': (size) =>
    Array.from({ length: size }, (_, nth) => `    t${nth}: {${nth === 0 ? '' : 'parent: t0'}}\n`).join(''),
};

test.each(Object.entries(SHAPES))('the cost of planning %s is linear', (_, shape) => {
  const growth = growthOf((size) => {
    const { files, problems } = checkFiles(
      [{ name: 'a.yaml', text: `version: 1\nteams:\n  mode: exact\n  entries:\n${shape(size)}` }],
      null,
    );
    expect(problems).toEqual([]);
    const desired = mergeFiles(files);
    const facts = { idOf: () => null, viewerId: 1, unmanaged: new Set<string>() };
    return () => withPrerequisites(planSteps(desired, NOTHING, facts));
  }, 16_000);
  expect(growth).toBeLessThan(GROWTH_MAX);
});

test('a repository that many teams of a branch grant costs one step for each of them', () => {
  let steps = 0;
  const size = 2_000;
  const find = inheritedAccess<number>({
    teams: Array(size).keys(),
    parentOf: (team) => (team === 0 ? null : team - 1),
    *grantsOf(team) {
      steps += 1;
      yield ['api', team === 0 ? 'push' : 'pull'] as const;
    },
    *namesOf() {
      steps += 1;
      yield 'api';
    },
  });
  expect([find(0, 'api'), find(1, 'api'), find(size - 1, 'api')]).toEqual([null, 'push', 'push']);
  expect(steps).toBeLessThanOrEqual(2 * size);
});

test('teams inherit the highest access of all above them, in trees and from cycles', () => {
  const parents: Readonly<Record<string, string | null>> = {
    top: null,
    left: 'top',
    leaf: 'left',
    right: 'top',
    one: 'two',
    two: 'one',
    below: 'two',
    own: 'own',
  };
  const grants: Readonly<Record<string, Readonly<Record<string, PermissionName>>>> = {
    top: { api: 'pull', web: 'admin' },
    left: { api: 'push', web: 'pull' },
    right: { api: 'admin' },
    one: { api: 'triage' },
    two: { api: 'maintain' },
    own: { api: 'pull' },
  };
  const find = inheritedAccess<string>({
    teams: Object.keys(parents).toReversed(),
    parentOf: (team) => parents[team] ?? null,
    grantsOf: (team) => Object.entries(grants[team] ?? {}),
    namesOf: () => ['api', 'web'],
  });
  expect(Object.keys(parents).map((team) => [team, find(team, 'api'), find(team, 'web')])).toEqual([
    ['top', null, null],
    ['left', 'pull', 'admin'],
    ['leaf', 'push', 'admin'],
    ['right', 'pull', 'admin'],
    ['one', 'maintain', null],
    ['two', 'maintain', null],
    ['below', 'maintain', null],
    ['own', 'pull', null],
  ]);
});

test('looking for the nearest of many long names costs far less than comparing with all', () => {
  const nameOf = (nth: number) => `${String(nth).padStart(4, '0')}${'abcdefghij'[nth % 10]?.repeat(96)}`;
  const names = Array.from({ length: 400 }, (_, nth) => nameOf(nth));
  const inputs = Array.from({ length: 50 }, (_, nth) => `${nameOf(8 * nth).slice(0, -1)}x`);
  const found = inputs.map(nearestNames(names));
  expect(found).toEqual(inputs.map((_, nth) => nameOf(8 * nth)));
  const search = costOf(() => inputs.map(nearestNames(names)));
  const all = costOf(() => inputs.map((input) => names.map((name) => mistakesBetween(input, name))));
  expect(search).toBeLessThan(all / 2);
});
