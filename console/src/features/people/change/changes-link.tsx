import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { JobLabel } from '../../../components/jobs/job-list.tsx';
import { useWatchedJobs } from '../../../components/jobs/use-watched-jobs.ts';
import { rereadOrganization } from '../../../lib/reading/query-client.ts';
import { CHANGES } from './change-texts.ts';

/** Watches changes of people. Each page that makes some shows it once, to owners. */
export function ChangesLink({ login }: { readonly login: string }) {
  const jobs = usePeopleChanges(login);
  return (
    <PageLink to="/organizations/$login/people-changes" params={{ login }}>
      Changes <JobLabel jobs={jobs} texts={CHANGES} />
    </PageLink>
  );
}

/** Refetches everything about the organization when a change ends, unless a dialog shows it. */
export function usePeopleChanges(login: string) {
  const queries = useQueryClient();
  return useWatchedJobs(login, CHANGES.kind, {
    mayRead: true,
    onEnd: (ended) => {
      if (ended.some(({ id }) => !SHOWN.has(id))) rereadOrganization(queries, login);
    },
  });
}

/** Jobs in a dialog. It would disappear with its button if the page were refetched. */
const SHOWN = new Set<string>();

/** Refetches everything about the organization when the dialog closes. Before, a refetch could close the dialog. */
export function useShownChange(login: string, id: string | undefined): void {
  const queries = useQueryClient();
  const ids = useRef(new Set<string>());
  useEffect(() => {
    if (id === undefined) return;
    SHOWN.add(id);
    ids.current.add(id);
  }, [id]);
  useEffect(() => {
    const shown = ids.current;
    return () => {
      for (const each of shown) SHOWN.delete(each);
      if (shown.size > 0) rereadOrganization(queries, login);
    };
  }, [queries, login]);
}
