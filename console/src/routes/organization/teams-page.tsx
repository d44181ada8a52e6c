import type { QueryClient } from '@tanstack/react-query';
import { readListAhead } from '../../features/organization/lists/list-page.ts';
import { useSubject } from '../../features/organization/subject.tsx';
import { teamsQuery } from '../../features/organization/teams/get-teams.ts';
import { TeamList } from '../../features/organization/teams/team-list.tsx';
import { usePageTitle } from '../../lib/moments/use-page-title.ts';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  readListAhead(client, teamsQuery(login));

export function Page() {
  usePageTitle(`Teams of ${useSubject().name}`);
  return <TeamList />;
}
