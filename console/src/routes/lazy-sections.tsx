import type { OrganizationView } from '@orgdesk/client';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { AttentionFrame } from '../features/attention/attention-frame.tsx';
import type { RecentProps } from './recent.tsx';
import './frame/layout.css';

const Attention = lazy(async () => ({ default: (await import('./attention.tsx')).Attention }));

interface LazyAttentionProps {
  readonly organizations: readonly OrganizationView[] | undefined;
  readonly namesOrganizations: boolean;
}

/** Reserves its height at once, and loads after the page. */
export function LazyAttention({ organizations, namesOrganizations }: LazyAttentionProps) {
  if (organizations === undefined) return <AttentionFrame isReading />;
  return (
    <Suspense fallback={<AttentionFrame isReading />}>
      <Attention organizations={organizations} namesOrganizations={namesOrganizations} />
    </Suspense>
  );
}

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

/** Leaves the connection to what a page needs first. */
const LATER_MS = 2_000;

/** False for two seconds: what is rarely needed at once loads afterwards. */
function useIsLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
