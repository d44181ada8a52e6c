import { OrganizationIcon, PlugIcon } from '@primer/octicons-react';
import { organizationPlace, pages } from '../lib/paths.ts';
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
        <a className="page-nav-entry" key={href} href={href} aria-current={currentAt(path, href)}>
          <Icon />
          {name}
        </a>
      ))}
    </nav>
  );
}

/** The page of one organization is below that of all of them. */
function currentAt(path: string, href: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href === pages.organizations && organizationPlace(path) !== null ? 'true' : undefined;
}
