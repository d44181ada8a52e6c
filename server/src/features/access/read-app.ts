import type { CodeHost } from '../../code-host/code-host.ts';
import type { NamedOrganization } from '../../code-host/people/types.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Allowance } from '../../lib/bounds.ts';
import { APP_READ_WAIT_MS } from '../../lib/limits/access.ts';
import { refuse, withinLimit } from '../../lib/result.ts';
import { createSharedCalls } from '../../lib/shared-calls.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { InstallationCache } from '../installations/cache/installation-cache.ts';
import type { AppFacts, AppReadRefusal } from './app-facts.ts';

export interface AccessServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly cache: InstallationCache;
  /** Limits the checks that one person may cause. */
  readonly fetchAllowance: Allowance;
}

export type ReadApp = (userId: number, organization: NamedOrganization) => Promise<AppFacts>;

/**
 * Shares concurrent checks, because the App's rate limit is shared. A person over the limit gets the cached state. A
 * slow check returns `unreachable` and still updates the cache.
 */
export function createReadApp({ runtime, codeHost, sessions, cache, fetchAllowance }: AccessServices): ReadApp {
  const sharedReads = createSharedCalls<string, AppFacts>();

  async function readBoth(organization: NamedOrganization): Promise<AppFacts> {
    const [installation, app] = await Promise.all([cache.syncOrganization(organization), codeHost.registeredApp()]);
    return { installation, app, cached: null };
  }

  return async (userId, { id, login }) => {
    // After a rename, sessions may use different logins.
    const key = `${id} ${login}`;
    if (sharedReads.get(key) === undefined && fetchAllowance(String(userId)) !== null) {
      return { ...nothingRead({ kind: 'asked-too-often' }), cached: await sessions.installations.findByAccounts([id]) };
    }
    const reading = sharedReads(key, () => readBoth({ id, login }));
    const facts = await withinLimit(reading, APP_READ_WAIT_MS);
    if (facts.ok) return facts.value;
    reading.catch((error: unknown) =>
      runtime.log.error({ err: error }, 'checking the App failed after the response was sent'),
    );
    return nothingRead({ kind: 'unreachable', message: 'no response in time' });
  };
}

const nothingRead = (refusal: AppReadRefusal): AppFacts => ({
  installation: refuse(refusal),
  app: refuse(refusal),
  cached: null,
});
