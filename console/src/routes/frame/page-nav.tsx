import { DeviceDesktopIcon, OrganizationIcon, PeopleIcon, PlugIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import './page-nav.css';

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
