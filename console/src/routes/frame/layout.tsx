import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { goToContent } from '../../components/content.tsx';
import './layout.css';

interface LayoutProps {
  /** Next to the product's name. */
  readonly badge: ReactNode;
  /** At the end of the header. */
  readonly account: ReactNode;
  /** Above the page: messages that belong to no page. */
  readonly notices: ReactNode;
  /** Version of the service; null while not known. */
  readonly version: string | null;
  readonly children: ReactNode;
}

/** The frame around every page: skip link, header, main part, footer. */
export function Layout({ badge, account, notices, version, children }: LayoutProps) {
  return (
    <div className="layout">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page, which only a script finds. */}
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
          {badge}
          <div className="layout-account">{account}</div>
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
