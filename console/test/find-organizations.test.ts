import type { OrganizationView } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { matching, sortedByLogin } from '../src/features/organizations/find-organizations.ts';

const organization = (login: string, name: string | null = null): OrganizationView => ({
  id: login.length,
  login,
  name,
  avatarUrl: null,
  viewerCanAdminister: false,
  hasAppInstalled: false,
  installationId: null,
  repositoryCount: null,
  repositorySelection: null,
  suspendedAt: null,
});

const logins = (organizations: readonly OrganizationView[]) => organizations.map(({ login }) => login);

describe('a list of organizations', () => {
  it('is sorted by login without regard to case, numbers by value', () => {
    const given = ['team-10', 'Zebra', 'acme', 'team-9', 'Beta'].map((login) => organization(login));
    expect(logins(sortedByLogin(given))).toEqual(['acme', 'Beta', 'team-9', 'team-10', 'Zebra']);
  });

  it('is filtered by login or name without regard to case and outer blanks', () => {
    const given = [organization('acme', 'Roadrunner Ltd'), organization('beta'), organization('gamma', 'ACME Labs')];
    expect(logins(matching(given, ' Acme '))).toEqual(['acme', 'gamma']);
    expect(logins(matching(given, 'road'))).toEqual(['acme']);
    expect(matching(given, '  ')).toBe(given);
    expect(matching(given, 'nothing like it')).toEqual([]);
  });
});
