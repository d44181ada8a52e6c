import type { OrganizationView } from '@orgdesk/client';
import { differencesIn } from '@orgdesk/contract/organizations/file/plan-words';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jobsQuery } from '../../components/jobs/get-jobs.ts';
import { type AttentionLinks, attentionOf } from '../../features/attention/attention.ts';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { installationSettingsHref, installHref } from '../../lib/address/paths.ts';
import { addressHere } from '../../lib/address/sign-in-href.ts';
import { driftQuery } from '../../lib/reading/drift.ts';
import { hasStatus } from '../../lib/reading/http-client.ts';
import { installationRequestsQuery } from '../../lib/reading/installation-requests.ts';
import { invitationsQuery } from '../../lib/reading/invitations.ts';
import { hasWorkingApp } from '../../lib/reading/working-app.ts';
import { readLastReview } from '../../lib/storage/last-review.ts';
import { useRecentTrails } from '../recent-changes/use-recent-trails.ts';

/** Reading the invitations of further organizations would use up the person's hourly limit at the code host. */
const READ_MAX = 12;
/** Returning to the page must not read the invitations of all organizations again. */
const SELDOM = { staleTime: 5 * 60_000, refetchOnWindowFocus: false } as const;

export function useAttention(organizations: readonly OrganizationView[]) {
  const { url: codeHostUrl } = useCodeHost();
  const { data: requests = [] } = useQuery(installationRequestsQuery);
  const owned = useMemo(() => organizations.filter(({ viewerCanAdminister }) => viewerCanAdminister), [organizations]);
  const read = owned.filter(hasWorkingApp).slice(0, READ_MAX);
  const jobs = useQueries({ queries: read.map(({ login }) => jobsQuery(login)) });
  const invitations = useQueries({ queries: read.map(({ login }) => ({ ...invitationsQuery(login), ...SELDOM })) });
  const trails = useRecentTrails(organizations);
  // Comparing reads the whole organization.
  const [compared] = organizations.length === 1 ? read : [];
  const drift = useQuery({
    ...driftQuery(compared?.login ?? '', 'false'),
    ...SELDOM,
    enabled: compared !== undefined,
  });
  const states = owned.map((organization) => ({
    organization,
    jobs: jobs[read.indexOf(organization)]?.data,
    invitations: invitations[read.indexOf(organization)]?.data?.invitations,
    requests: requests.filter((request) => request.organization.id === organization.id),
    missingSince: trails.find((trail) => trail.organization === organization)?.answer?.missingSince ?? null,
    review: readLastReview(organization.login),
    differences: organization === compared && drift.data?.plan ? differencesIn(drift.data.plan) : undefined,
  }));
  const links: AttentionLinks = {
    appSettings: ({ installationId, login }) =>
      codeHostUrl === null || installationId === null
        ? null
        : installationSettingsHref(codeHostUrl, { installationId, login, type: 'organization' }),
    install: ({ id }) => installHref(addressHere(), id),
  };
  return {
    items: attentionOf(states, links, new Date()),
    isReading: [...jobs, ...invitations, ...(compared === undefined ? [] : [drift])].some(({ isPending }) => isPending),
    unchecked: owned
      .filter(hasWorkingApp)
      .filter(
        (_, index) =>
          index >= READ_MAX || jobs[index]?.isError === true || hasFailed(invitations[index]) || drift.isError,
      )
      .map(({ name, login }) => name ?? login),
  };
}

/** The code host has no invitations where the service answers 409. */
const hasFailed = (reading: { readonly error: Error | null } | undefined): boolean =>
  reading !== undefined && reading.error !== null && !hasStatus(reading.error, 409);
