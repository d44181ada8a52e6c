import type { OrganizationView } from '@orgdesk/client';
import { differencesIn } from '@orgdesk/contract/organizations/file/plan-texts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jobsQuery } from '../components/jobs/get-jobs.ts';
import { type AttentionLinks, attentionOf, reviewStateOf } from '../features/attention/attention.ts';
import { AttentionList } from '../features/attention/attention-list.tsx';
import { useCodeHost } from '../lib/address/code-host.ts';
import { installationSettingsHref, installHref, organizationPath } from '../lib/address/paths.ts';
import { addressHere } from '../lib/address/sign-in-href.ts';
import { hasWorkingApp, installationRequestsQuery } from '../lib/app.ts';
import { ownerLimitOf } from '../lib/owner-limit.ts';
import { hasStatus } from '../lib/reading/http-client.ts';
import { driftQuery, invitationsQuery, lastReviewsQuery } from '../lib/reading/owner-reads.ts';
import { readFrom } from '../lib/reading/read.ts';
import { useSignedIn } from '../lib/reading/signed-in.ts';
import { TRAILS_READ, useRecentTrails } from './use-recent-trails.ts';

interface AttentionProps {
  /** Those that the person doesn't own are ignored. */
  readonly organizations: readonly OrganizationView[];
  readonly namesOrganizations: boolean;
}

export function Attention({ organizations, namesOrganizations }: AttentionProps) {
  return <AttentionList {...useAttention(organizations)} namesOrganizations={namesOrganizations} />;
}

/** Reading the invitations of further organizations would use up the person's hourly limit at the code host. */
const READ_MAX = 12;
/** Returning to the page must not read the invitations of all organizations again. */
const SELDOM = { staleTime: 5 * 60_000, refetchOnWindowFocus: false } as const;

function useAttention(organizations: readonly OrganizationView[]) {
  const { url: codeHostUrl } = useCodeHost();
  const { user } = useSignedIn();
  const requested = useQuery(installationRequestsQuery);
  const requests = requested.data ?? [];
  const owned = useMemo(() => organizations.filter(({ viewerCanAdminister }) => viewerCanAdminister), [organizations]);
  const read = owned.filter(hasWorkingApp).slice(0, READ_MAX);
  const jobs = useQueries({ queries: read.map(({ login }) => jobsQuery(login)) });
  const invitations = useQueries({ queries: read.map(({ login }) => ({ ...invitationsQuery(login), ...SELDOM })) });
  const trails = useRecentTrails(organizations, TRAILS_READ);
  // Comparing reads the whole organization.
  const [compared] = organizations.length === 1 ? read : [];
  const drift = useQuery({
    ...driftQuery(compared?.login ?? '', 'false'),
    ...SELDOM,
    enabled: compared !== undefined,
  });
  const lastReviews = useQuery(lastReviewsQuery);
  const states = owned.map((organization) => ({
    organization,
    jobs: jobs[read.indexOf(organization)]?.data,
    invitations: invitations[read.indexOf(organization)]?.data?.invitations,
    requests: requests.filter((request) => request.organization.id === organization.id),
    missingSince: trails.find((trail) => trail.organization === organization)?.answer?.missingSince ?? null,
    review:
      lastReviews.data === undefined
        ? undefined
        : (lastReviews.data.find((review) => review.organization === organization.id) ?? null),
    ownerLimit: ownerLimitOf(organization.login),
    differences: organization === compared && drift.data?.plan ? differencesIn(drift.data.plan) : undefined,
  }));
  const links: AttentionLinks = {
    appSettings: ({ installationId, login }) =>
      codeHostUrl === null || installationId === null
        ? null
        : installationSettingsHref(codeHostUrl, { installationId, login, type: 'organization' }),
    install: ({ id }) => installHref(addressHere(), id),
  };
  const items = attentionOf(states, links, { viewer: user.login, now: new Date() });
  const working = states.filter(({ organization }) => hasWorkingApp(organization));
  const review = working.length === 0 ? null : reviewStateOf(working);
  const unchecked = read.filter(
    (_, index) =>
      jobs[index]?.isError === true ||
      hasFailed(invitations[index]) ||
      trails[index]?.hasFailed === true ||
      (drift.isError && read[index] === compared),
  );
  const left = owned.filter(hasWorkingApp).slice(READ_MAX);
  const all = [requested, drift, lastReviews, ...jobs, ...invitations];
  return {
    items,
    isReading: [
      requested,
      lastReviews,
      ...jobs,
      ...invitations,
      ...trails,
      ...(compared === undefined ? [] : [drift]),
    ].some(({ isPending }) => isPending),
    read: readFrom(
      { data: items.length, error: null },
      {
        all: 'what needs attention',
        value: (count) => count,
        unread: () => [
          ...[...unchecked, ...left].map(({ name, login }) => name ?? login),
          ...(requested.isError ? ['requests for the App'] : []),
          ...(lastReviews.isError ? ['when the access review was last run'] : []),
        ],
      },
    ),
    review,
    reviewPath:
      organizations.length === 1
        ? `${organizationPath(organizations[0]?.login ?? '')}/people-review`
        : '/people-review',
    onRetry: () => {
      for (const reading of all) if (reading.isError) void reading.refetch();
      for (const trail of trails) if (trail.hasFailed) trail.readAgain();
    },
  };
}

/** The code host has no invitations where the service answers 409. */
const hasFailed = (reading: { readonly error: Error | null } | undefined): boolean =>
  reading !== undefined && reading.error !== null && !hasStatus(reading.error, 409);
