import type { ReachedRepository } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { sourceText } from '../../src/features/people/access/access-texts.ts';
import { REACHED } from '../../src/features/people/access/reached-repositories.tsx';
import { withheldMessages } from '../../src/features/people/list/withheld.tsx';

const repository = (
  name: string,
  kinds: readonly ReachedRepository['sources'][number]['kind'][],
): ReachedRepository => ({
  name,
  isPrivate: false,
  isArchived: false,
  permission: 'READ',
  sources: kinds.map((kind) => ({ kind, team: kind === 'team' ? 'core' : null, permission: 'READ' })),
});
const ALL = [
  repository('zoo', ['team']),
  repository('Api', ['organization', 'repository']),
  repository('app', ['team']),
];

describe('repositories that a person can access', () => {
  it('are found by a part of the name and by any source', () => {
    const { whole } = REACHED.address;
    const names = (view: Partial<typeof whole>) => {
      const context = { login: 'acme', codeHostUrl: null };
      return REACHED.found(REACHED.sorted(ALL, whole), { ...whole, ...view }, context).map(({ name }) => name);
    };
    expect(names({})).toEqual(['Api', 'app', 'zoo']);
    expect(names({ text: ' AP' })).toEqual(['Api', 'app']);
    expect(names({ way: 'repository' })).toEqual(['Api']);
    expect(names({ text: 'z', way: 'organization' })).toEqual([]);
  });

  it('list each source with its permission', () => {
    expect(sourceText({ kind: 'team', team: 'core', permission: 'WRITE' })).toBe('Team core (write)');
    expect(sourceText({ kind: 'repository', team: null, permission: 'ADMIN' })).toBe('Direct (admin)');
  });

  it('group missing data by reason, with the affected names', () => {
    const missing = { part: 'collaborators', reason: 'refused', message: 'Resource not accessible.' } as const;
    const subjects = ['a', 'b', 'c', 'd', 'e', 'f'].map((subject) => ({ ...missing, subject }));
    expect(withheldMessages(subjects, 'code.example')).toEqual([
      'Repository access: code.example responded “Resource not accessible” (a, b, c, d, e and 1 more).',
    ]);
    expect(
      withheldMessages([{ part: 'second-factors', reason: 'owners-only', message: null, subject: null }], 'x'),
    ).toEqual(['Two-factor authentication: only owners can see this.']);
  });
});
