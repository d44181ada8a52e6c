import type { QueryClient } from '@tanstack/react-query';
import { membershipIn } from '../../../features/account/get-session.ts';
import { useSubject } from '../../../features/organization/subject.tsx';
import { PeopleSection } from '../../../features/people/list/people-section.tsx';
import { readPeopleAhead } from '../../../features/people/reading/use-people.ts';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  readPeopleAhead(client, login);

/** Everybody in an organization. */
export function Page() {
  const { login, name, isExplained, Why } = useSubject();
  const isOwner = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  usePageTitle(`People of ${name}`);
  return (
    <PeopleSection
      key={login}
      login={login}
      organization={name}
      isOwner={isOwner}
      isExplained={isExplained}
      why={<Why isOptional />}
    />
  );
}
