import type { DemoPerson } from '@orgdesk/client';
import { Label } from '@primer/react';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { Notice } from '../../components/messages/notice.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import './about.css';

const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: async ({ signal }) => (await answerOf(client.getAbout, { signal })).data,
  // The data changes only when the service restarts.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Readable without signing in. */
export const useAbout = () => useQuery(aboutQuery);

export const readAboutAhead = (into: QueryClient): Promise<void> => into.prefetchQuery(aboutQuery);

interface DemoPeopleProps {
  readonly people: readonly DemoPerson[];
}

export function DemoPeople({ people }: DemoPeopleProps) {
  return (
    <section className="demo-people" aria-labelledby="demo-people-title">
      <Notice tone="warning" title="This is a demo">
        <p>
          It uses a simulated code host with fictional people and organizations. Nothing you do here affects a real one.
        </p>
      </Notice>
      <h2 className="demo-people-title" id="demo-people-title">
        Demo accounts
      </h2>
      <p className="demo-people-hint">Choose one on the next page. No password is needed.</p>
      <ul className="demo-people-list">
        {people.map(({ login, description }) => (
          <li className="demo-people-person" key={login}>
            <Portrait url={null} login={login} size={32} />
            <span className="demo-people-text">
              <strong>{login}</strong>
              <span className="demo-people-description">{description}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function DemoBadge() {
  return (
    <Label variant="attention">
      Demo<span className="demo-badge-rest">: simulated code host</span>
    </Label>
  );
}
