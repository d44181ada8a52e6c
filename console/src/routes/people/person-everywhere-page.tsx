import type { QueryClient } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { EntryText } from '../../features/audit-trail/message-text.tsx';
import { personAcrossQuery } from '../../features/people/person/get-person-across.ts';
import { PersonEverywhere } from '../../features/people/person/person-everywhere.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import type { PlannedPage } from '../lazy-page.tsx';
import { UnreadOrganization } from './unread-organization.tsx';

const idIn = (query: string): string | null => {
  const id = new URLSearchParams(query).get('id');
  return id !== null && /^[1-9]\d{0,14}$/.test(id) ? id : null;
};

export const readAhead = (client: QueryClient, { person, query }: PlannedPage): void =>
  void client.prefetchQuery(personAcrossQuery(person, idIn(query)));

export function Page() {
  const { person } = useParams({ from: '/people/$person' });
  const { history } = useRouter();
  usePageTitle(`${person} in all organizations`);
  const [id] = useState(() => idIn(history.location.search));
  return <PersonEverywhere key={person} person={person} id={id} Unread={UnreadOrganization} EntryText={EntryText} />;
}
