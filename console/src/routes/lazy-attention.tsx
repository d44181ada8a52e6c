import type { OrganizationView } from '@orgdesk/client';
import { lazy, Suspense } from 'react';
import { AttentionFrame } from '../features/attention/attention-frame.tsx';

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
