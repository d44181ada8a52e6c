import type { OrganizationView } from '@orgdesk/client';
import { type ComponentType, lazy, Suspense } from 'react';
import { useIsLater } from '../../lib/moments/use-is-later.ts';
import './lazy-recent.css';
import type { RecentProps } from './recent.tsx';

// Without it, as when offline, a page works all the same.
const Recent = lazy<ComponentType<RecentProps>>(() =>
  import('./recent.tsx').then(
    (module) => ({ default: module.Recent }),
    () => ({ default: () => null }),
  ),
);

interface LazyRecentProps extends Omit<RecentProps, 'organizations'> {
  readonly organizations: readonly OrganizationView[] | undefined;
}

/** At the end of a page. Home loads it later, below its list. */
export function LazyRecent({ organizations, namesOrganizations }: LazyRecentProps) {
  const isLater = useIsLater();
  return (
    <div className="lazy-recent">
      {(isLater || !namesOrganizations) && organizations !== undefined && (
        <Suspense>
          <Recent organizations={organizations} namesOrganizations={namesOrganizations} />
        </Suspense>
      )}
    </div>
  );
}
