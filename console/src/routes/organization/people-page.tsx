import type { QueryClient } from '@tanstack/react-query';
import { readListAhead } from '../../features/organization/lists/list-page.ts';
import { membersQuery } from '../../features/organization/people/get-members.ts';
import { MemberList } from '../../features/organization/people/member-list.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  readListAhead(client, membersQuery(login));

/** Everybody in an organization. */
export function Page() {
  usePageTitle(`People of ${useSubject().name}`);
  return <MemberList />;
}
