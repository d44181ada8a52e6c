import type { OrganizationView } from '@orgdesk/client';
import { AttentionList } from '../../features/attention/attention-list.tsx';
import { useAttention } from './use-attention.ts';

interface AttentionProps {
  /** Those that the person doesn't own are ignored. */
  readonly organizations: readonly OrganizationView[];
  readonly namesOrganizations: boolean;
}

export function Attention({ organizations, namesOrganizations }: AttentionProps) {
  return <AttentionList {...useAttention(organizations)} namesOrganizations={namesOrganizations} />;
}
