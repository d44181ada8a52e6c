import type { InstallationAccountSummary } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import {
  coveredCount,
  coveredTotal,
  installationsOf,
  installedElsewhere,
  withSortedRepositories,
} from '../../src/features/installations/installation.ts';
import { isWorthFiltering, matching, shownAfter } from '../../src/features/installations/repositories.tsx';
import { installationSettingsHref, installHref } from '../../src/lib/address/paths.ts';
import { organizationView } from '../organizations/organization-view.ts';

const account = (
  installationId: number,
  accountLogin: string,
  accountType: 'organization' | 'user' = 'organization',
): InstallationAccountSummary => ({
  installationId,
  accountLogin,
  accountType,
  repositoryCount: 0,
  repositories: [],
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const organization = (login: string, installationId: number | null) =>
  organizationView(login, { hasAppInstalled: installationId !== null, installationId });

const named = (nameWithOwner: string) => ({ nameWithOwner, url: '', isPrivate: false });

describe('the installations of a person', () => {
  it('are listed with their organizations by login, ignoring case, personal accounts last', () => {
    const accounts = [account(1, 'ada', 'user'), account(2, 'Zebra'), account(3, 'team-10'), account(4, 'team-9')];
    const found = installationsOf(accounts, [organization('Zebra', 2), organization('quiet', null)]);
    expect(found.map(({ summary }) => summary.accountLogin)).toEqual(['team-9', 'team-10', 'Zebra', 'ada']);
    expect(found.map((one) => one.organization?.login)).toEqual([undefined, undefined, 'Zebra', undefined]);
  });

  it('include those unknown to the session separately', () => {
    const organizations = [organization('here', 1), organization('elsewhere', 2), organization('nowhere', null)];
    expect(installedElsewhere(organizations, [account(1, 'here')]).map(({ login }) => login)).toEqual(['elsewhere']);
  });
});

describe('covered repositories', () => {
  it('are sorted by name, numbers by value', () => {
    const [sorted] = withSortedRepositories([
      { ...account(1, 'acme'), repositories: ['acme/b-10', 'acme/B-9', 'acme/a'].map(named) },
    ]);
    expect(sorted?.repositories.map(({ nameWithOwner }) => nameWithOwner)).toEqual(['acme/a', 'acme/B-9', 'acme/b-10']);
  });

  it('are counted if the count is available', () => {
    const counted = (repositoryCount: number, viewerCount: number | null) =>
      coveredCount({
        summary: { ...account(1, 'acme'), repositoryCount },
        organization: { ...organization('acme', 1), repositoryCount: viewerCount },
      });
    expect([counted(3, null), counted(0, null), counted(0, 0)]).toEqual([3, null, 0]);
    expect(coveredCount({ summary: account(1, 'ada', 'user'), organization: null })).toBe(0);
  });

  it('have a total only if every count is available', () => {
    const covering = (viewerCount: number | null) => ({
      summary: account(1, 'acme'),
      organization: { ...organization('acme', 1), repositoryCount: viewerCount },
    });
    expect(coveredTotal([covering(3), covering(0), covering(4)])).toBe(7);
    expect(coveredTotal([covering(3), covering(null)])).toBeNull();
  });

  it('are found by name and owner, ignoring case and surrounding spaces', () => {
    const repositories = [named('acme/API'), named('acme/web'), named('api-co/docs')];
    expect(matching(repositories, ' api ')).toEqual([repositories[0], repositories[2]]);
    expect(matching(repositories, ' ')).toBe(repositories);
  });

  it('show the first hundred, then a thousand more at a time', () => {
    expect([0, 1, 2].map((steps) => shownAfter(steps, 1_500))).toEqual([100, 1_100, 1_500]);
    expect(shownAfter(0, 7)).toBe(7);
    expect([15, 16].map(isWorthFiltering)).toEqual([false, true]);
  });
});

describe('addresses of installations', () => {
  it('contain the account on the code host', () => {
    const settings = (type: 'organization' | 'user') =>
      installationSettingsHref('https://host.example/', { installationId: 7, login: 'acme', type });
    expect(settings('organization')).toBe('https://host.example/organizations/acme/settings/installations/7');
    expect(settings('user')).toBe('https://host.example/settings/installations/7');
  });

  it('start with the return path and the organization, if any', () => {
    expect(installHref('/a?b=c#d')).toBe('/api/install/start?returnTo=%2Fa%3Fb%3Dc%23d');
    expect(installHref('/', 5)).toBe('/api/install/start?returnTo=%2F&targetId=5&targetType=organization');
  });
});
