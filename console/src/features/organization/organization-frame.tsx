import { Label } from '@primer/react';
import type { ReactNode } from 'react';
import { Content } from '../../components/content.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { hasStatus } from '../../lib/http-client.ts';
import { ORGANIZATION_TABS, type OrganizationTab, organizationHref } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useOrganization } from './get-organization.ts';
import { NotYours } from './not-yours.tsx';
import './organization-frame.css';
import { appStateOf, type Explained, type Subject } from './subject.ts';

const TAB_NAMES: Readonly<Record<OrganizationTab, string>> = {
  overview: 'Overview',
  people: 'People',
  teams: 'Teams',
  repositories: 'Repositories',
  installation: 'Installation',
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
  readonly tab: OrganizationTab;
  /** Name of the repository whose people are shown; null elsewhere. */
  readonly repository: string | null;
  readonly known: KnownOrganization;
  readonly codeHostName: string;
  readonly codeHostUrl: string | null;
  /** Tells what keeps the person from seeing all of the organization. */
  readonly explain: (about: Explained) => ReactNode;
  readonly children: (subject: Subject) => ReactNode;
}

/** What all pages of one organization have in common: who it is, the tabs, and what is wrong with the App in it. */
export function OrganizationFrame(props: OrganizationFrameProps) {
  const { tab, repository, known, codeHostName, codeHostUrl, explain, children } = props;
  const { data, error, isFetching, refetch } = useOrganization(known.login);
  const { login, name: displayName, avatarUrl, viewerCanAdminister } = data ?? known;
  const name = displayName ?? login;
  usePageTitle(titleOf(tab, repository, name));

  // The session has changed since the page read it.
  if (hasStatus(error, 404)) return <NotYours login={login} explain={explain} />;
  const organization = data ?? null;
  const hasApp = organization === null || appStateOf(organization) === 'installed';
  const about = { login, name, organization };
  const why = explain({ ...about, isOptional: false });
  return (
    <div className="organization-frame">
      <header className="organization-frame-header">
        <Portrait url={avatarUrl} login={login} size={48} square />
        <div className="organization-frame-words">
          <h1 className="organization-frame-title">{name}</h1>
          {name !== login && <span className="organization-frame-login">{login}</span>}
        </div>
        <Label variant={viewerCanAdminister ? 'accent' : 'secondary'}>{viewerCanAdminister ? 'Admin' : 'Member'}</Label>
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
      {/* The tab of the installation says itself what is wrong with it. */}
      {!hasApp && tab !== 'installation' && why}
      {/* Nothing below moves: it shows once it is known whether something comes above. */}
      <Content className="organization-frame-content" waits={organization === null && error === null}>
        {children({
          login,
          name,
          organization,
          codeHostName,
          codeHostUrl,
          why: hasApp ? why : null,
          whyIfAny: hasApp ? explain({ ...about, isOptional: true }) : null,
        })}
      </Content>
    </div>
  );
}

function titleOf(tab: OrganizationTab, repository: string | null, name: string): string {
  if (repository !== null) return `People who can be mentioned in ${repository}`;
  if (tab === 'overview') return name;
  return tab === 'invite' ? `Invite people to ${name}` : `${TAB_NAMES[tab]} of ${name}`;
}
