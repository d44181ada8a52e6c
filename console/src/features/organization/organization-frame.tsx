import type { OrganizationView } from '@orgdesk/client';
import { OrganizationIcon } from '@primer/octicons-react';
import { Label, LinkButton } from '@primer/react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { hasStatus } from '../../lib/http-client.ts';
import {
  addressHere,
  installationSettingsHref,
  installHref,
  ORGANIZATION_TABS,
  type OrganizationTab,
  organizationHref,
  pages,
  signInHref,
} from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useOrganization } from './get-organization.ts';
import './organization-frame.css';
import type { Subject } from './subject.ts';

const TAB_NAMES: Readonly<Record<OrganizationTab, string>> = {
  overview: 'Overview',
  people: 'People',
  teams: 'Teams',
  repositories: 'Repositories',
  invite: 'Invite',
};

/** What the session knows of an organization before anything was read. */
export interface KnownOrganization {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly viewerCanAdminister: boolean;
}

interface OrganizationFrameProps {
  /** As the address writes it. */
  readonly login: string;
  readonly tab: OrganizationTab;
  /** Null when the person did not belong to it at sign-in. */
  readonly known: KnownOrganization | null;
  readonly codeHostName: string;
  readonly codeHostUrl: string | null;
  readonly children: (subject: Subject) => ReactNode;
}

/** What all pages of one organization have in common: who it is, the tabs, and what is wrong with the App in it. */
export function OrganizationFrame({ login, tab, known, codeHostName, codeHostUrl, children }: OrganizationFrameProps) {
  const { data, error, isFetching, refetch } = useOrganization(known?.login ?? login);
  const shown = data ?? known;
  const name = shown?.name ?? shown?.login ?? login;
  usePageTitle(tab === 'overview' ? name : `${TAB_NAMES[tab]} of ${name}`);

  if (hasStatus(error, 404)) return <NotYours login={login} codeHostName={codeHostName} />;
  return (
    <div className="organization-frame">
      <header className="organization-frame-header">
        <Portrait url={shown?.avatarUrl ?? null} login={shown?.login ?? login} size={48} square />
        <div className="organization-frame-words">
          <h1 className="organization-frame-title">{name}</h1>
          {name !== shown?.login && <span className="organization-frame-login">{shown?.login}</span>}
        </div>
        {shown !== null && shown !== undefined && (
          <Label variant={shown.viewerCanAdminister ? 'accent' : 'secondary'}>
            {shown.viewerCanAdminister ? 'Admin' : 'Member'}
          </Label>
        )}
      </header>
      <nav className="organization-frame-tabs" aria-label={`Pages of ${name}`}>
        {ORGANIZATION_TABS.map((entry) => (
          <a key={entry} href={organizationHref(login, entry)} aria-current={entry === tab ? 'page' : undefined}>
            <span data-name={TAB_NAMES[entry]}>{TAB_NAMES[entry]}</span>
          </a>
        ))}
      </nav>
      {error !== null && (
        <FailureNotice
          title={data === undefined ? 'The organization could not be read' : 'This page may be out of date'}
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          tone={data === undefined ? 'critical' : 'warning'}
        />
      )}
      {data !== undefined && <AppNotice organization={data} codeHostName={codeHostName} codeHostUrl={codeHostUrl} />}
      {shown !== null &&
        shown !== undefined &&
        children({
          login: shown.login,
          name,
          app: data === undefined ? null : appStateOf(data),
          codeHostName,
          codeHostUrl,
        })}
    </div>
  );
}

function appStateOf({ suspendedAt, hasAppInstalled }: OrganizationView): 'installed' | 'missing' | 'suspended' {
  if (suspendedAt !== null) return 'suspended';
  return hasAppInstalled ? 'installed' : 'missing';
}

interface AppNoticeProps {
  readonly organization: OrganizationView;
  readonly codeHostName: string;
  readonly codeHostUrl: string | null;
}

function AppNotice({ organization, codeHostName, codeHostUrl }: AppNoticeProps) {
  const { id, login, name, installationId, viewerCanAdminister } = organization;
  const called = name ?? login;
  switch (appStateOf(organization)) {
    case 'installed':
      return null;
    case 'missing':
      return (
        <Notice
          tone="info"
          title={`The App is not installed on ${called}`}
          action={
            <LinkButton href={installHref(addressHere(), id)}>
              {viewerCanAdminister ? 'Install the App' : 'Request the App'}
            </LinkButton>
          }
        >
          <p>Without it, people, teams and private repositories are not shown, and nobody can be invited.</p>
        </Notice>
      );
    case 'suspended':
      return (
        <Notice
          tone="warning"
          title={`The App is suspended on ${called}`}
          action={
            viewerCanAdminister && codeHostUrl !== null && installationId !== null ? (
              <LinkButton href={installationSettingsHref(codeHostUrl, { installationId, login, type: 'organization' })}>
                Open its settings
              </LinkButton>
            ) : undefined
          }
        >
          <p>
            Until {viewerCanAdminister ? 'you unsuspend' : 'an owner unsuspends'} it at {codeHostName}, people, teams
            and private repositories are not shown, and nobody can be invited.
          </p>
        </Notice>
      );
  }
}

interface NotYoursProps {
  readonly login: string;
  readonly codeHostName: string;
}

function NotYours({ login, codeHostName }: NotYoursProps) {
  return (
    <EmptyState
      heading="h1"
      icon={OrganizationIcon}
      title={`You do not belong to “${login}”`}
      actions={
        <>
          <LinkButton href={pages.organizations} variant="primary">
            Go to your organizations
          </LinkButton>
          <LinkButton href={signInHref(addressHere())}>Sign in again</LinkButton>
        </>
      }
    >
      Or there is no such organization, or it uses single sign-on and you have not signed on at {codeHostName}. Your
      organizations are read when you sign in: if you joined since then, sign in again.
    </EmptyState>
  );
}
