import type { Allowance } from '../../domain/bounds/allowance.ts';
import { createSharedCalls } from '../../domain/bounds/shared-calls.ts';
import { APP_LOOK_WAIT_MS } from '../../domain/limits/access.ts';
import { refuse, withinLimit } from '../../domain/result.ts';
import type { InstallationCache } from '../../installation-cache/installation-cache.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { NamedOrganization } from '../../ports/code-host/memberships.ts';
import type { Log } from '../../ports/system.ts';
import type { LookRefusal, SeenApp } from './seen-app.ts';

export interface LookAtAppDeps {
  readonly codeHost: Pick<CodeHost, 'registeredApp'>;
  readonly cache: Pick<InstallationCache, 'findByAccounts' | 'syncOrganization'>;
  /** Limits the checks that one person may cause. */
  readonly mayLook: Allowance;
  readonly log: Log;
}

export type LookAtApp = (userId: number, organization: NamedOrganization) => Promise<SeenApp>;

/**
 * Shares concurrent checks, because the App's rate limit is shared. A person over the limit gets the cached state. A
 * slow check returns `unreachable` and still updates the cache.
 */
export function createLookAtApp(deps: LookAtAppDeps): LookAtApp {
  const { codeHost, cache, mayLook, log } = deps;
  const looks = createSharedCalls<string, SeenApp>();

  async function look(organization: NamedOrganization): Promise<SeenApp> {
    const [installation, app] = await Promise.all([cache.syncOrganization(organization), codeHost.registeredApp()]);
    return { installation, app, cached: null };
  }

  return async (userId, { id, login }) => {
    // After a rename, sessions may use different logins.
    const key = `${id} ${login}`;
    if (looks.get(key) === undefined && mayLook(String(userId)) !== null) {
      return { ...nothingSeen({ kind: 'asked-too-often' }), cached: await cache.findByAccounts([id]) };
    }
    const looking = looks(key, () => look({ id, login }));
    const seen = await withinLimit(looking, APP_LOOK_WAIT_MS);
    if (seen.ok) return seen.value;
    looking.catch((error: unknown) => log.error({ err: error }, 'a look at the App failed behind the answer'));
    return nothingSeen({ kind: 'unreachable', message: 'no answer in time' });
  };
}

const nothingSeen = (refusal: LookRefusal): SeenApp => ({
  installation: refuse(refusal),
  app: refuse(refusal),
  cached: null,
});
