import type { OrganizationMembershipView } from '@orgdesk/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useInstallStatus } from '../../features/installations/installation.ts';
import { organizationQuery } from '../../features/organization/get-organization.ts';
import { peopleAcrossIn } from '../../features/people/across/get-people-across.ts';
import { isWholeList, peopleIn, readPeopleOnce } from '../../features/people/list/use-people.ts';
import { personActions } from '../../features/quick-find/entries.ts';
import { QuickFindDialog } from '../../features/quick-find/quick-find-dialog.tsx';
import { hasWorkingApp } from '../../lib/app.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import { readAllTeams } from '../../lib/reading/all-teams.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { acrossEntries, entriesOf, PAGE_ENTRIES, type SearchedOrganization } from './quick-find-entries.ts';

/** Lists are read only once somebody searches. */
const TYPED_MIN = 2;

interface QuickFindProps {
  /** Login of the organization whose page is open; null elsewhere. */
  readonly here: string | null;
  readonly onClose: () => void;
}

export function QuickFind({ here, onClose }: QuickFindProps) {
  const { history } = useRouter();
  const [typed, setTyped] = useState('');
  const search = useSearched(here, typed.trim().length >= TYPED_MIN);
  const { organizations } = search;
  const queries = useQueryClient();
  const entries = useMemo(
    () => [
      ...PAGE_ENTRIES,
      ...acrossEntries(organizations, peopleAcrossIn(queries)?.people ?? []),
      ...organizations.flatMap(entriesOf),
    ],
    [organizations, queries],
  );
  const actions = useMemo(
    () =>
      organizations
        .filter(({ isOwner }) => isOwner)
        .flatMap((organization) => personActions(organization.people, organization, typed)),
    [organizations, typed],
  );
  return (
    <QuickFindDialog
      entries={actions.length === 0 ? entries : [...actions, ...entries]}
      missing={search.missing}
      note={noteOf(search)}
      onType={setTyped}
      onClose={(href) => {
        onClose();
        if (href !== null) history.push(href);
      }}
    />
  );
}

function noteOf({ total, searched, failed, isReading }: Search): string | null {
  const notes = [
    isReading && `Searching people and teams: ${formatCount(searched)} of ${formatCount(total)} organizations.`,
    failed.length > 0 && `Couldn’t search people and teams of ${failed.join(', ')}.`,
    !isReading &&
      searched > 0 &&
      searched < total &&
      `People and teams of ${formatCount(total - searched)} more organizations are found from their pages.`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : notes.join(' ');
}

/** People of further organizations would use up the person's hourly limit at the code host. */
const READ_MAX = 12;

interface Search {
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
function useSearched(here: string | null, isEnabled: boolean): Search {
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
