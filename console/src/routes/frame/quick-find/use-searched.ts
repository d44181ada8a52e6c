import type { OrganizationMembershipView } from '@orgdesk/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useInstallStatus } from '../../../features/installations/get-install-status.ts';
import { organizationQuery } from '../../../features/organization/frame/get-organization.ts';
import { isWholeList, peopleIn, readPeopleOnce } from '../../../features/people/reading/use-people.ts';
import { hasWorkingApp } from '../../../lib/app.ts';
import { readAllTeams } from '../../../lib/reading/all-teams.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import type { SearchedOrganization } from './entries.ts';

/** People of further organizations would use up the person's hourly limit at the code host. */
const READ_MAX = 12;

export interface Search {
  readonly organizations: readonly SearchedOrganization[];
  readonly total: number;
  readonly searched: number;
  readonly failed: readonly string[];
  /** Those of which people and teams were not read, failed ones included. */
  readonly missing: readonly string[];
  readonly isReading: boolean;
}

interface Lists extends Pick<SearchedOrganization, 'people' | 'teams'> {
  readonly isWhole: boolean;
}
const NOTHING: Lists = { people: [], teams: [], isWhole: false };

/**
 * Collects what can be found: names of repositories from the service's cache, people and teams from the browser's. If
 * `isEnabled`, reads what is missing, one organization after the other, the open one first.
 */
export function useSearched(here: string | null, isEnabled: boolean): Search {
  const queries = useQueryClient();
  const memberships = useSignedIn().user.organizations;
  const ordered = useMemo(
    () => memberships.toSorted((one, other) => Number(other.login === here) - Number(one.login === here)),
    [memberships, here],
  );
  const [lists, setLists] = useState<ReadonlyMap<string, Lists | null>>(() => cachedLists(queries, ordered));
  const [isReading, setIsReading] = useState(false);
  const { data: status } = useInstallStatus();

  useEffect(() => {
    if (!isEnabled) return;
    let isClosed = false;
    const readAll = async () => {
      setIsReading(true);
      for (const { login } of ordered.slice(0, READ_MAX)) {
        if (isClosed) return;
        const read = await readLists(queries, login).catch(() => null);
        if (!isClosed) setLists((before) => new Map([...before, [login, read]]));
      }
      if (!isClosed) setIsReading(false);
    };
    void readAll();
    return () => {
      isClosed = true;
    };
  }, [isEnabled, queries, ordered]);

  const organizations = useMemo(
    () =>
      ordered.map(({ login, name, viewerCanAdminister }): SearchedOrganization => {
        const account = status?.accounts.find(({ accountLogin }) => accountLogin === login);
        return {
          login,
          name: name ?? login,
          isOwner: viewerCanAdminister,
          ...(lists.get(login) ?? NOTHING),
          repositories: (account?.repositories ?? []).map(({ nameWithOwner }) =>
            nameWithOwner.slice(nameWithOwner.indexOf('/') + 1),
          ),
        };
      }),
    [ordered, lists, status],
  );
  return {
    organizations,
    total: ordered.length,
    searched: lists.size,
    failed: organizations.filter(({ login }) => lists.get(login) === null).map(({ name }) => name),
    missing: organizations.filter(({ login }) => lists.get(login)?.isWhole !== true).map(({ name }) => name),
    isReading,
  };
}

function cachedLists(queries: QueryClient, memberships: readonly OrganizationMembershipView[]) {
  return new Map(
    memberships.flatMap(({ login }) => {
      const people = peopleIn(queries, login);
      return people === undefined ? [] : [[login, { people, teams: [], isWhole: false }] as const];
    }),
  );
}

/** Without a working App, nothing is requested that the service would refuse. */
async function readLists(queries: QueryClient, login: string): Promise<Lists> {
  const organization = await queries.ensureQueryData(organizationQuery(login));
  if (!hasWorkingApp(organization)) return NOTHING;
  const [list, teams] = await Promise.all([readPeopleOnce(queries, login), readAllTeams(queries, login)]);
  return { people: list.people, teams, isWhole: isWholeList(list) };
}
