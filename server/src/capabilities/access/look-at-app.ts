import type { Allowance } from '../../domain/bounds/allowance.ts';
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
  /** Of a person, to have another organization looked at. */
  readonly mayLook: Allowance;
  readonly log: Log;
}

/** What the App has on an organization, looked at for one person. */
export type LookAtApp = (userId: number, organization: NamedOrganization) => Promise<SeenApp>;

/**
 * Looks at the App on organizations, on behalf of people.
 *
 * The App's calls are counted for everybody together, so no one person may spend them: a look under way is shared, and
 * who has begun too many in this minute is told what the cache says, without a call. A look that takes long is
 * `unreachable` for who waits, and goes on for the cache.
 */
export function createLookAtApp(deps: LookAtAppDeps): LookAtApp {
  const { codeHost, cache, mayLook, log } = deps;
  const underWay = new Map<string, Promise<SeenApp>>();

  async function look(organization: NamedOrganization): Promise<SeenApp> {
    const [installation, app] = await Promise.all([cache.syncOrganization(organization), codeHost.registeredApp()]);
    return { installation, app, cached: null };
  }

  return async (userId, { id, login }) => {
    // After a renaming, sessions name the same organization by different logins, which find different things.
    const key = `${id} ${login}`;
    let looking = underWay.get(key);
    if (looking === undefined) {
      if (mayLook(String(userId)) !== null) {
        return { ...nothingSeen({ kind: 'asked-too-often' }), cached: await cache.findByAccounts([id]) };
      }
      looking = look({ id, login }).finally(() => underWay.delete(key));
      underWay.set(key, looking);
    }
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
