import { DeviceDesktopIcon, OrganizationIcon, PeopleIcon, PlugIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { goToContent } from '../../components/content.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import './layout.css';

interface LayoutProps {
  readonly badge: ReactNode;
  readonly search: ReactNode;
  readonly account: ReactNode;
  readonly notices: ReactNode;
  readonly version: string | null;
  readonly children: ReactNode;
}

export function Layout({ badge, search, account, notices, version, children }: LayoutProps) {
  return (
    <div className="layout">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to an element that only a script focuses. */}
      <a
        className="layout-skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          goToContent();
        }}
      >
        Skip to content
      </a>
      <header className="layout-header">
        <div className="layout-width layout-header-row">
          <Link className="layout-brand" to="/">
            <img src="/favicon.svg" alt="" width="28" height="28" />
            orgdesk
          </Link>
          <div className="layout-account">
            <span className="layout-badge">{badge}</span>
            {search}
            {account}
          </div>
        </div>
      </header>
      <main className="layout-width layout-main" id="main" tabIndex={-1}>
        <div className="layout-notices">{notices}</div>
        {children}
      </main>
      <footer className="layout-width layout-footer">{version !== null && `orgdesk ${version}`}</footer>
    </div>
  );
}

const ENTRIES = [
  { to: '/', name: 'Organizations', Icon: OrganizationIcon },
  { to: '/people', name: 'People', Icon: PeopleIcon, isForOwners: true },
  { to: '/installations', name: 'Installations', Icon: PlugIcon },
  { to: '/sessions', name: 'Sessions', Icon: DeviceDesktopIcon },
] as const;

export function PageNav() {
  const { organizations } = useSignedIn().user;
  const ownsAny = organizations.some(({ viewerCanAdminister }) => viewerCanAdminister);
  const entries = ENTRIES.filter((entry) => ownsAny || !('isForOwners' in entry));
  return (
    <nav className="page-nav" aria-label="Pages">
      {entries.map(({ to, name, Icon }) => (
        <Link className="page-nav-entry" key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          <Icon />
          {name}
        </Link>
      ))}
    </nav>
  );
}
