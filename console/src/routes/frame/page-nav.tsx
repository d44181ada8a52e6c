import { DeviceDesktopIcon, OrganizationIcon, PlugIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import './page-nav.css';

const ENTRIES = [
  { to: '/', name: 'Organizations', Icon: OrganizationIcon },
  { to: '/installations', name: 'Installations', Icon: PlugIcon },
  { to: '/sessions', name: 'Sessions', Icon: DeviceDesktopIcon },
] as const;

export function PageNav() {
  return (
    <nav className="page-nav" aria-label="Pages">
      {ENTRIES.map(({ to, name, Icon }) => (
        <Link className="page-nav-entry" key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          <Icon />
          {name}
        </Link>
      ))}
    </nav>
  );
}
