import type { Audit } from '../../audit/services.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { RequestLimits, Runtime } from '../../domain/runtime.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { Signing } from '../../lib/state-token.ts';
import type { OwnerRulesStore } from '../owner-rules/store.ts';
import type { AppliedFileStore } from './store.ts';

export interface OrganizationFileServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly limits: RequestLimits;
  readonly signing: Signing;
  readonly appliedFiles: AppliedFileStore;
  readonly ownerRules: OwnerRulesStore;
}
