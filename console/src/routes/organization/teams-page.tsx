import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { jobsQuery } from '../../components/jobs/get-jobs.ts';
import { useWatchedJobs } from '../../components/jobs/use-watched-jobs.ts';
import { membershipIn } from '../../features/account/get-session.ts';
import { teamsQuery } from '../../features/organization/get-teams.ts';
import { readListAhead } from '../../features/organization/paged-list.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { TeamList } from '../../features/organization/team-list.tsx';
import { CHANGES } from '../../features/people/change/change-texts.ts';
import { ChangesLink } from '../../features/people/change/changes-link.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import type { PlannedPage } from '../lazy-page.tsx';
import { ownersReadAhead } from './owners-read-ahead.ts';

const TeamPeopleChange = lazy(async () => ({
  default: (await import('../../features/people/change/team-people-change.tsx')).TeamPeopleChange,
}));

const TeamSettings = lazy(async () => ({
  default: (await import('../../features/organization-file/team-settings.tsx')).TeamSettings,
}));

const PLANS = 'organization-file';

const readJobsAhead = ownersReadAhead(async (client, { login }) => {
  await Promise.all(([CHANGES.kind, PLANS] as const).map((kind) => client.prefetchQuery(jobsQuery(login, kind))));
});

export function readAhead(client: QueryClient, page: PlannedPage): void {
  readListAhead(client, teamsQuery(page.login));
  readJobsAhead(client, page);
}

export function Page() {
  const { login, name } = useSubject();
  const mayRead = useMayRead();
  const mayChange = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true && mayRead;
  usePageTitle(`Teams of ${name}`);
  const queries = useQueryClient();
  useWatchedJobs(login, PLANS, {
    mayRead: mayChange,
    onEnd: () => void queries.invalidateQueries(teamsQuery(login)),
  });
  return (
    <TeamList Change={mayChange ? TeamPeopleChange : null} Settings={mayChange ? TeamSettings : null}>
      {mayChange && <ChangesLink login={login} />}
    </TeamList>
  );
}
