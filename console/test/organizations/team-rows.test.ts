import { expect, test } from 'vitest';
import type { Team } from '../../src/features/organization/get-teams.ts';
import { teamRows } from '../../src/features/organization/team-tree.tsx';

const team = (slug: string, parent: string | null = null): Team => ({
  databaseId: 1,
  slug,
  name: slug.toUpperCase(),
  description: null,
  privacy: 'VISIBLE',
  url: 'https://host.example',
  parentTeam: parent === null ? null : { slug: parent, name: parent },
  members: { totalCount: 0 },
  repositories: { totalCount: 0 },
});
const TEAMS = [team('a', 'm'), team('b'), team('c', 'a'), team('m'), team('z', 'not-seen')];
const shown = (teams: readonly Team[], text: string, isOpen: (slug: string) => boolean = () => true) =>
  teamRows(teams, { text, isOpen }).rows.map(
    ({ team: { slug }, level, position, siblings, hasChildren, isOpen: open }) =>
      `${slug} ${level} ${position}/${siblings}${hasChildren ? (open ? ' open' : ' closed') : ''}`,
  );

test('teams follow their parents, those of an invisible parent are at the top', () => {
  expect(shown(TEAMS, '')).toEqual(['b 1 1/3', 'm 1 2/3 open', 'a 2 1/1 open', 'c 3 1/1', 'z 1 3/3']);
});

test('a closed team hides all below it', () => {
  expect(shown(TEAMS, '', () => false)).toEqual(['b 1 1/3', 'm 1 2/3 closed', 'z 1 3/3']);
  expect(shown(TEAMS, '', (slug) => slug === 'm')).toEqual(['b 1 1/3', 'm 1 2/3 open', 'a 2 1/1 closed', 'z 1 3/3']);
});

test('teams found are shown with those above them, open, but only they are counted', () => {
  expect(shown(TEAMS, 'C', () => false)).toEqual(['m 1 1/1 open', 'a 2 1/1 open', 'c 3 1/1']);
  expect(teamRows(TEAMS, { text: 'c', isOpen: () => false }).foundCount).toBe(1);
  expect(teamRows(TEAMS, { text: 'nothing', isOpen: () => true })).toEqual({ rows: [], foundCount: 0 });
});

test('a team that is listed twice is shown once, and teams that contain each other end nothing', () => {
  expect(shown([team('a'), team('a')], '')).toEqual(['a 1 1/1']);
  expect(shown([team('a', 'b'), team('b', 'a'), team('c')], '')).toEqual(['c 1 1/1']);
  expect(shown([team('a', 'b'), team('b', 'a')], 'a')).toEqual([]);
});
