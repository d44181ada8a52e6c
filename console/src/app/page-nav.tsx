import { OrganizationIcon, PlugIcon } from '@primer/octicons-react';
import { pages } from '../lib/paths.ts';
import './page-nav.css';

const ENTRIES = [
  { href: pages.organizations, name: 'Organizations', Icon: OrganizationIcon },
  { href: pages.installations, name: 'Installations', Icon: PlugIcon },
] as const;

/** Leads from each page to the others; for people who are signed in. */
export function PageNav({ path }: { readonly path: string }) {
  return (
    <nav className="page-nav" aria-label="Pages">
      {ENTRIES.map(({ href, name, Icon }) => (
        <a className="page-nav-entry" key={href} href={href} aria-current={href === path ? 'page' : undefined}>
          <Icon />
          {name}
        </a>
      ))}
    </nav>
  );
}
