import type { QueryClient } from '@tanstack/react-query';
import { membershipIn } from '../../features/account/get-session.ts';
import { organizationQuery } from '../../features/organization/get-organization.ts';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { PeopleSection } from '../../features/people/list/people-section.tsx';
import { readPeopleAhead } from '../../features/people/list/use-people.ts';
import { hasWorkingApp } from '../../lib/app.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import type { PlannedPage } from '../lazy-page.tsx';

/** Avoids refused requests: only if the App works. */
export async function readAhead(client: QueryClient, { login, query }: PlannedPage): Promise<void> {
  const organization = await client.fetchQuery(organizationQuery(login)).catch(() => null);
  if (organization !== null && hasWorkingApp(organization)) readPeopleAhead(client, login, query);
}

export function Page() {
  const { login, name, Why } = useSubject();
  const mayRead = useMayRead();
  const isOwner = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  usePageTitle(`People of ${name}`);
  return <PeopleSection key={login} login={login} organization={name} isOwner={isOwner} mayRead={mayRead} Why={Why} />;
}
