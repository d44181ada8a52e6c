import type { QueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { MentionableList, mentionablePeopleQuery } from '../../features/organization/mentionable-list.tsx';
import { readListAhead } from '../../features/organization/paged-list.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

interface MentionablePageParams {
  readonly login: string;
  readonly repository: string;
}

export const readAhead = (client: QueryClient, { login, repository }: MentionablePageParams): void =>
  readListAhead(client, mentionablePeopleQuery(login, repository));

export function Page() {
  const { repository } = useParams({ from: '/organizations/$login/repositories/$repository/contributors' });
  usePageTitle(`People who can be mentioned in ${repository}`);
  return <MentionableList key={repository} repository={repository} />;
}
