import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { membershipIn } from '../../features/account/get-session.ts';
import { organizationQuery } from '../../features/organization/get-organization.ts';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { PersonView, personQuery } from '../../features/people/person/person-view.tsx';
import { type AddressQuery, stringifyQuery, withoutParameters } from '../../lib/address/address-view.ts';
import { hasWorkingApp } from '../../lib/app.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** URL parameter that opens the dialog of a change, such as `?change=admin`. */
const CHANGE = 'change';

interface PersonPageParams {
  readonly login: string;
  readonly person: string;
}

/** Avoids refused requests: only if the App works. */
export async function readAhead(client: QueryClient, { login, person }: PersonPageParams): Promise<void> {
  const organization = await client.fetchQuery(organizationQuery(login)).catch(() => null);
  if (organization !== null && hasWorkingApp(organization)) void client.prefetchQuery(personQuery(login, person));
}

export function Page() {
  const { person } = useParams({ from: '/organizations/$login/people/$person' });
  const { login, name } = useSubject();
  const mayRead = useMayRead();
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const { history } = useRouter();
  const [change] = useState(() => new URLSearchParams(history.location.search).get(CHANGE));
  const administers = membershipIn(signedIn, login)?.viewerCanAdminister === true;
  usePageTitle(`${person} in ${name}`);
  const invite = async (invited: string) => {
    const { storedForm } = await import('../../features/invitations/stored-form.ts');
    storedForm(signedIn.user.id, login).putBack([{ person: invited, role: null, teams: null }]);
    await navigate({ to: '/organizations/$login/invitations/invite', params: { login } });
  };
  if (!mayRead) return null;
  return (
    <PersonView
      key={person}
      login={login}
      organization={name}
      person={person}
      administers={administers}
      onInvite={(invited) => void invite(invited)}
      firstChange={change}
      onFirstChange={() => {
        const search = (query: AddressQuery) => ({ rest: withoutParameters(stringifyQuery(query), [CHANGE]) });
        void navigate({ to: '.', search, hash: true, replace: true });
      }}
    />
  );
}
