import type { AccessSource } from '@orgdesk/client';
import { expect, test } from 'vitest';
import { accessGroups, groupText } from '../../src/features/people/access/access-group-list.tsx';

const base: AccessSource = { kind: 'organization', team: null, permission: 'READ' };
const owner: AccessSource = { kind: 'organization', team: null, permission: 'ADMIN' };
const team = (name: string, permission: AccessSource['permission']): AccessSource => ({
  kind: 'team',
  team: name,
  permission,
});
const direct: AccessSource = { kind: 'repository', team: null, permission: 'WRITE' };

test('a person is in the group of each source, groups come by kind, permission and name', () => {
  const people = [
    { login: 'one', sources: [base, team('team-10', 'WRITE'), team('team-9', 'WRITE')] },
    { login: 'two', sources: [direct, base] },
    { login: 'three', sources: [owner, team('zeta', 'ADMIN')] },
    { login: 'four', sources: [] },
    { login: 'five', sources: [base, base] },
  ];
  const groups = accessGroups(people).map(({ source, rows }) => [groupText(source), rows.map(({ login }) => login)]);
  expect(groups).toEqual([
    ['Organization: admin', ['three']],
    ['Base permission: read', ['one', 'two', 'five']],
    ['Team zeta: admin', ['three']],
    ['Team team-9: write', ['one']],
    ['Team team-10: write', ['one']],
    ['Direct: write', ['two']],
    ['Unknown source', ['four']],
  ]);
  expect(accessGroups([])).toEqual([]);
});
