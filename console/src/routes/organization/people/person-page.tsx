import type { QueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { membershipIn } from '../../../features/account/get-session.ts';
import { useSubject } from '../../../features/organization/subject.tsx';
import { personQuery } from '../../../features/people/person/get-person.ts';
import { PersonView } from '../../../features/people/person/person-view.tsx';
import { usePageTitle } from '../../../lib/moments/use-page-title.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';

interface PersonPageParams {
  readonly login: string;
  readonly person: string;
}

export const readAhead = (client: QueryClient, { login, person }: PersonPageParams): void =>
  void client.prefetchQuery(personQuery(login, person));

export function Page() {
  const { person } = useParams({ from: '/organizations/$login/people/$person' });
  const { login, name, isExplained } = useSubject();
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  usePageTitle(`${person} in ${name}`);
  // Without a working App nothing can be read; the page explains it above.
  if (isExplained) return null;
  return <PersonView key={person} login={login} organization={name} person={person} administers={administers} />;
}
