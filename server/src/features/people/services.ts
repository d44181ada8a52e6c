import type { Audit } from '../../audit/services.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { BudgetedReads } from '../../code-host/send/call-meter.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Signing } from '../../lib/state-token.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { AccessReviewStore } from './store.ts';

/** Reads of many organizations have one budget of calls. */
export type PeopleCodeHost = CodeHost | BudgetedReads['codeHost'];

export interface PeopleServices {
  readonly runtime: Runtime;
  readonly codeHost: PeopleCodeHost;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly signing: Signing;
  readonly accessReviews: AccessReviewStore;
}
