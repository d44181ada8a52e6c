import type { Audit } from '../../audit/services.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { RequestLimits, Runtime } from '../../domain/runtime.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { Sessions } from '../../sessions/services.ts';

/** What sends and changes invitations within a request. */
export interface InvitationServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly limits: RequestLimits;
}
