import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import { Label, Link, LinkButton, SkeletonBox, VisuallyHidden } from '@primer/react';
import { RequestNote, SinceLabel } from '../../components/app-notes.tsx';
import { PageLink } from '../../components/controls/page-link.tsx';
import { createList } from '../../components/list/list.ts';
import { Portrait } from '../../components/portrait.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { installationAnchor, installationSettingsHref, installHref } from '../../lib/address/paths.ts';
import { addressHere } from '../../lib/address/sign-in-href.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import { LIST_VIEW } from './list-view.ts';
import './organization-columns.css';

/** Memberships have no App state yet. */
export type ListedOrganization = OrganizationMembershipView | OrganizationView;

interface OrganizationContext {
  readonly isReading: boolean;
  readonly isUnknown: boolean;
}

const APP_LABELS = {
  installed: 'Installed',
  'not-installed': 'Not installed',
  suspended: 'Suspended',
  unknown: 'Unknown',
} as const;

const roleLabel = ({ viewerCanAdminister }: ListedOrganization): string => (viewerCanAdminister ? 'Owner' : 'Member');

export const ORGANIZATIONS = createList<ListedOrganization, OrganizationContext, 'role' | 'app'>({
  name: 'organizations',
  keyOf: ({ id }) => id,
  attributesOf: (_, { isUnknown }) => ({ 'aria-hidden': isUnknown || undefined }),
  address: LIST_VIEW,
  columns: [
    {
      heading: 'Organization',
      width: 'rest',
      text: ({ login, name }) => `${login}\n${name ?? ''}`,
      sort: {
        by: 'name',
        value: ({ name, login }) => `${name ?? login}\n${login}`,
        labels: { ascending: 'Name, A to Z', descending: 'Name, Z to A' },
      },
      csv: { Organization: ({ login, name }) => name ?? login, Username: ({ login }) => login },
      cell: ({ login, name, avatarUrl }, { isUnknown }, { stop }) => (
        <span className="organization-table-name">
          {isUnknown ? (
            <>
              <SkeletonBox height="2rem" width="2rem" />
              <SkeletonBox height="1rem" width="min(10rem, 50%)" />
            </>
          ) : (
            <>
              <Portrait url={avatarUrl} login={login} size={32} square />
              <span className="organization-table-text">
                <PageLink
                  {...stop}
                  tabIndex={0}
                  className="organization-table-link"
                  to="/organizations/$login"
                  params={{ login }}
                >
                  {name ?? login}
                </PageLink>
                {name !== null && <span className="organization-table-login">{login}</span>}
              </span>
            </>
          )}
        </span>
      ),
    },
    {
      heading: 'Your role',
      width: 'organization-role',
      sort: {
        by: 'role',
        value: ({ viewerCanAdminister }) => (viewerCanAdminister ? 0 : 1),
        labels: { ascending: 'Role, owners first', descending: 'Role, members first' },
      },
      csv: roleLabel,
      cell: (organization, { isUnknown }) => {
        if (isUnknown) return <SkeletonBox height="1.25rem" width="3.5rem" />;
        const label = roleLabel(organization);
        return organization.viewerCanAdminister ? <Label variant="accent">{label}</Label> : label;
      },
    },
    {
      heading: 'App',
      width: 'organization-app',
      sort: {
        by: 'app',
        value: appStatusOf,
        labels: { ascending: 'App, installed first', descending: 'App, suspended first' },
      },
      csv: (organization) => APP_LABELS[appStatusOf(organization) ?? 'unknown'],
      cell: (organization, { isReading, isUnknown }) => {
        if (isDetailed(organization) && !isUnknown) return <AppCell organization={organization} />;
        if (isReading) return <SkeletonBox height="1.25rem" width="6rem" />;
        return <span className="organization-table-unknown">Unknown</span>;
      },
    },
    {
      heading: 'Repositories',
      width: 'organization-number',
      className: 'organization-table-number',
      align: 'end',
      sort: {
        by: 'repositories',
        value: (organization) => (isDetailed(organization) ? organization.repositoryCount : null),
        firstOrder: 'descending',
        labels: { ascending: 'Repositories, fewest first', descending: 'Repositories, most first' },
      },
      csv: (organization) => (isDetailed(organization) ? String(organization.repositoryCount ?? '') : ''),
      cell: (organization) => isDetailed(organization) && <Repositories organization={organization} />,
    },
  ],
  filters: {
    role: {
      label: 'Filter by your role',
      choices: [
        ['all', 'All roles'],
        ['admin', 'Owner'],
        ['member', 'Member'],
      ],
      fits: ({ viewerCanAdminister }, role) => viewerCanAdminister === (role === 'admin'),
    },
    app: {
      label: 'Filter by App status',
      choices: [
        ['all', 'All App statuses'],
        ['installed', APP_LABELS.installed],
        ['not-installed', APP_LABELS['not-installed']],
        ['suspended', APP_LABELS.suspended],
      ],
      fits: (organization, app) => appStatusOf(organization) === app,
    },
  },
  search: { label: 'Filter organizations by name', placeholder: 'Filter by name' },
  sorting: { sort: 'name', order: 'ascending' },
  sortLabel: 'Sort organizations',
  noMatch: {
    title: 'No matching organizations',
    showAll: 'Show all organizations',
    text: 'No organization matches these filters.',
  },
});

const isDetailed = (organization: ListedOrganization): organization is OrganizationView =>
  'hasAppInstalled' in organization;

function appStatusOf(organization: ListedOrganization): keyof typeof APP_LABELS | null {
  if (!isDetailed(organization)) return null;
  if (organization.suspendedAt !== null) return 'suspended';
  return organization.hasAppInstalled ? 'installed' : 'not-installed';
}

/** Shows the count or, if unknown, "All" or "Selected". */
function Repositories({ organization }: { readonly organization: OrganizationView }) {
  const { login, name, installationId, repositoryCount, repositorySelection } = organization;
  if (installationId === null) return null;
  const isSome = repositorySelection === 'selected';
  return (
    <PageLink to="/installations" hash={installationAnchor(installationId)} inline>
      {repositoryCount === null ? (isSome ? 'Selected' : 'All') : formatCount(repositoryCount)}
      {repositoryCount !== null && isSome && ' selected'}
      <span className="organization-table-unit"> {repositoryCount === 1 ? 'repository' : 'repositories'}</span>
      <VisuallyHidden> of {name ?? login}</VisuallyHidden>
    </PageLink>
  );
}

interface AppCellProps {
  readonly organization: OrganizationView;
}

function AppCell({ organization }: AppCellProps) {
  const { id, login, name, hasAppInstalled, suspendedAt, viewerCanAdminister } = organization;
  if (suspendedAt !== null) {
    return (
      <>
        <SinceLabel variant="attention" since={suspendedAt}>
          Suspended
        </SinceLabel>
        <span className="app-cell-hint">
          <UnsuspendHint organization={organization} />
        </span>
      </>
    );
  }
  if (hasAppInstalled) return 'Installed';
  return (
    <>
      <span className="app-cell">
        <Label variant="secondary">Not installed</Label>
        <LinkButton href={installHref(addressHere(), id)} size="small">
          {viewerCanAdminister ? 'Install' : 'Request'}
          <VisuallyHidden>
            {viewerCanAdminister ? ' the App on ' : ' the App for '}
            {name ?? login}
          </VisuallyHidden>
        </LinkButton>
      </span>
      <RequestNote className="app-cell-hint" organizationId={id} name={name ?? login} />
    </>
  );
}

function UnsuspendHint({ organization }: AppCellProps) {
  const { url: codeHostUrl, name: codeHostName } = useCodeHost();
  const { login, name, installationId, viewerCanAdminister } = organization;
  if (!viewerCanAdminister) return 'Only an owner can unsuspend it';
  if (codeHostUrl === null || installationId === null) return 'Unsuspend it to restore access';
  return (
    <Link href={installationSettingsHref(codeHostUrl, { installationId, login, type: 'organization' })} inline>
      Unsuspend<VisuallyHidden> on {codeHostName}</VisuallyHidden>
      <VisuallyHidden> for {name ?? login}</VisuallyHidden>
    </Link>
  );
}
