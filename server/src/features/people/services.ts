import type { Audit } from '../../audit/services.ts';
import type { HostClients } from '../../code-host/client.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Signing } from '../../lib/state-token.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { AccessReviewStore } from './store.ts';

export interface PeopleServices {
  readonly runtime: Runtime;
  /** Reads of many organizations have one budget of calls. */
  readonly codeHost: HostClients;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly signing: Signing;
  readonly accessReviews: AccessReviewStore;
}
