import type { InstallationRequestView, OrganizationView } from '@orgdesk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatCount, formatDay } from './reader-locale.ts';
import { answerOf, client } from './reading/http-client.ts';
import { keptFresh, personalKey } from './reading/query-client.ts';

export const hasWorkingApp = ({ suspendedAt, hasAppInstalled }: OrganizationView): boolean =>
  suspendedAt === null && hasAppInstalled;

export const WITHOUT_APP =
  'Without the App, people, teams, and private repositories aren’t shown, and you can’t invite people.';

export const APP_SUSPENDED = 'orgdesk has no access while the App is suspended';

const NAMES_MAX = 3;

const list = new Intl.ListFormat('en');

export function requestText(requests: readonly InstallationRequestView[]): string | null {
  const [first, ...others] = requests.toSorted((a, b) => Date.parse(a.requestedAt) - Date.parse(b.requestedAt));
  if (first === undefined) return null;
  const names = [first, ...others].map(({ isOwn, requester }) => (isOwn ? 'you' : requester.login));
  const unnamed = names.length - NAMES_MAX;
  const named = unnamed > 0 ? [...names.slice(0, NAMES_MAX), `${formatCount(unnamed)} more`] : names;
  const day = formatDay(first.requestedAt);
  const on = day === null ? '' : ` ${others.length > 0 ? 'first ' : ''}on ${day}`;
  return `${list.format(named)} requested the App${others.length > 0 && day !== null ? ',' : ''}${on}`.replace(
    /^you\b/,
    'You',
  );
}

export const installationRequestsQuery = queryOptions({
  queryKey: personalKey('installation-requests'),
  queryFn: async ({ signal }) => (await answerOf(client.listInstallationRequests, { signal })).data.requests,
  ...keptFresh,
});

const NONE: readonly InstallationRequestView[] = [];

/** Empty while loading or on failure, because nothing depends on the requests. */
export function useInstallationRequests(organizationId: number): readonly InstallationRequestView[] {
  const { data = NONE } = useQuery(installationRequestsQuery);
  return data.filter(({ organization }) => organization.id === organizationId);
}
