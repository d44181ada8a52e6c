import type { ViewerProfileQuery, WithheldData } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { briefOf, compareMemberships, findingsOf } from '../../src/features/organizations/membership-findings.ts';

type Node = NonNullable<ViewerProfileQuery['viewer']['organizations']['nodes']>[number];

const node = (databaseId: number, login: string, viewerCanAdminister = false): NonNullable<Node> => ({
  databaseId,
  login,
  name: null,
  avatarUrl: '',
  viewerCanAdminister,
});

const profile = (nodes: readonly Node[], total = nodes.length): ViewerProfileQuery => ({
  viewer: {
    databaseId: 1,
    login: 'ada',
    name: null,
    avatarUrl: '',
    organizations: {
      totalCount: total,
      nodes,
      pageInfo: { hasNextPage: total > nodes.length, endCursor: total > nodes.length ? 'next' : null },
    },
  },
});

const listed = (id: number, login: string, viewerCanAdminister = false) => ({
  id,
  login,
  name: null,
  viewerCanAdminister,
});

const saml: WithheldData = {
  message: 'Resource protected by organization SAML enforcement.',
  type: 'FORBIDDEN',
  path: ['viewer', 'organizations', 'nodes', 1],
};

const titles = (
  before: readonly ReturnType<typeof listed>[],
  now: ViewerProfileQuery | null,
  withheld: readonly WithheldData[] = [],
) =>
  findingsOf(compareMemberships(before, now, withheld), { listed: before.length, codeHostName: 'code.example' }).map(
    ({ title }) => title,
  );

describe('the comparison of memberships', () => {
  it('lists organizations joined, left, renamed, or with another role since the sign-in', () => {
    const before = [listed(1, 'acme'), listed(2, 'beta', true), listed(3, 'gamma'), listed(4, 'delta')];
    const now = profile([node(1, 'acme', true), node(2, 'beta'), node(4, 'deltas'), node(5, 'omega')]);
    expect(titles(before, now)).toEqual([
      'You joined omega after you signed in',
      'You no longer have access to gamma',
      'You’re now an owner of acme',
      'You’re no longer an owner of beta',
      'delta was renamed to deltas',
    ]);
  });

  it('reports that nothing has changed, or that there still is no organization', () => {
    expect(titles([listed(1, 'acme')], profile([node(1, 'acme')]))).toEqual([
      'Nothing has changed since you signed in',
    ]);
    expect(titles([], profile([]))).toEqual(['You still have no organizations']);
  });

  it('counts organizations withheld by single sign-on and reports none as left that may be among them', () => {
    expect(titles([listed(1, 'acme'), listed(2, 'beta')], profile([node(1, 'acme'), null]), [saml])).toEqual([
      'You no longer have access to beta',
      '1 organization is hidden by single sign-on',
    ]);
  });

  it('is one line with the most likely reason first, or none if nothing is missing', () => {
    const line = (now: ViewerProfileQuery | null, withheld: readonly WithheldData[] = []) => {
      const brief = briefOf(compareMemberships([listed(1, 'acme')], now, withheld));
      return brief === null ? null : brief.short + brief.more;
    };
    const acme = node(1, 'acme');
    expect(line(profile([acme, null, node(3, 'new')]), [saml])).toBe('1 hidden by single sign-on');
    expect(line(profile([acme, null, null, node(3, 'new')]))).toBe('2 hidden');
    expect(line(profile([acme, node(3, 'new')]))).toBe('1 new since you signed in');
    expect(line(profile([acme]))).toBeNull();
    expect(line(null)).toBeNull();
  });

  it('counts organizations withheld for other reasons separately', () => {
    const forbidden = { ...saml, message: 'Resource not accessible by integration' };
    expect(titles([], profile([null, null, null]), [saml, forbidden, forbidden])).toEqual([
      '1 organization is hidden by single sign-on',
      '2 organizations are hidden by code.example',
    ]);
  });

  it('reports none as left if the list was incomplete, and how many were compared', () => {
    const before = [listed(1, 'acme'), listed(2, 'beta'), listed(3, 'gamma')];
    expect(titles(before, profile([node(1, 'acme')], 3))).toEqual([
      'Only the first 1 of 3 organizations were compared',
    ]);
  });

  it('names the first few and counts the rest', () => {
    const many = Array.from({ length: 12 }, (_, index) => node(index, `o-${index}`));
    expect(titles([], profile(many))).toEqual([
      'You joined o-0, o-1, o-2, o-3, o-4, o-5, o-6, and 5 more after you signed in',
    ]);
  });

  it('reports that the code host returned no data', () => {
    expect(titles([listed(1, 'acme')], null, [saml])).toEqual([
      'code.example returned no information about your organizations',
    ]);
  });
});
