import type { AuditHeadTargetCheck } from '../../audit/heads.ts';
import type { AppChecks } from '../../code-host/app/app-check-types.ts';
import type { InstallationRequestsHost } from '../../code-host/app/installations.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { CHECKED_PART_LIMIT_MS } from '../../lib/limits/operate.ts';
import { ok, type Result, refuse, withinLimit } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import {
  type CheckedAppWork,
  type Facts,
  FIREWALL,
  type Readers,
  type SettingsFacts,
  type UncheckedReason,
} from './check.ts';
import type { AppWorkOrganization, DatabaseChecks } from './store.ts';
import type { ListenChecks } from './try-listening.ts';

/** Fields are null if their settings are invalid. */
export interface DoctorDeps {
  readonly settings: SettingsFacts;
  /** Checks without credentials. */
  readonly addresses: Pick<AppChecks, 'reach' | 'reachSelf'> | null;
  readonly app: (Omit<AppChecks, 'reach' | 'reachSelf' | 'clientIsKnown'> & InstallationRequestsHost) | null;
  readonly client: Pick<AppChecks, 'clientIsKnown'> | null;
  readonly database: DatabaseChecks | null;
  /** `listens` if the service is already listening. */
  readonly listen: ListenChecks | 'listens' | null;
  readonly headTargets: readonly AuditHeadTargetCheck[] | null;
  readonly clock: Clock;
}

type FactResult<T> = Promise<Result<T, UncheckedReason>>;

export type WaitingProgress = (waitingFor: readonly string[]) => void;

/** Reads each part once, with a time limit. */
export function createReaders(deps: DoctorDeps, progress: WaitingProgress): Readers {
  const { settings, addresses, app, client, database, listen, headTargets, clock } = deps;
  const waiting = new Set<string>();

  function part<T>(name: keyof Facts, read: () => FactResult<T>): () => FactResult<T> {
    let reading: FactResult<T> | null = null;
    const begin = async (): FactResult<T> => {
      waiting.add(name);
      progress([...waiting]);
      try {
        const result = await withinLimit(read(), CHECKED_PART_LIMIT_MS);
        return result.ok
          ? result.value
          : refuse({ message: `no response within ${CHECKED_PART_LIMIT_MS / 1000} seconds` });
      } finally {
        waiting.delete(name);
        progress([...waiting]);
      }
    };
    return () => {
      reading ??= begin();
      return reading;
    };
  }

  const reach = part('reach', async () => (addresses === null ? SETTINGS_UNUSABLE : ok(await addresses.reach())));
  const readApp = part('app', async (): FactResult<Facts['app']> => {
    if (app === null) return SETTINGS_UNUSABLE;
    const [checked, reached] = await Promise.all([app.registration(), reach()]);
    const isLost = reached.ok && reached.value.some(({ name, outcome }) => name === 'rest' && !outcome.ok);
    const isSilent = !checked.registration.ok && checked.registration.refusal.kind === 'silent';
    return isSilent && isLost ? refuse({ by: 'code-host' }) : ok(checked);
  });
  const registration = part('registration', async (): FactResult<Facts['registration']> => {
    const checked = await readApp();
    if (!checked.ok) return checked;
    return checked.value.registration.ok ? checked.value.registration : refuse({ by: 'app' });
  });
  /** Reads a part that requires a valid App. */
  const asApp = <Name extends keyof Facts>(name: Name, read: (host: App) => Promise<HostResult<Facts[Name]>>) =>
    part(name, async (): FactResult<Facts[Name]> => {
      const registered = await registration();
      if (!registered.ok) return registered;
      return app === null ? SETTINGS_UNUSABLE : factResultOf(await read(app));
    });
  const baseUrl = async (): FactResult<URL> => (settings.baseUrl === null ? SETTINGS_UNUSABLE : ok(settings.baseUrl));
  const installations = asApp('installations', (host) => host.installations());
  const activeInstallation = async (): FactResult<number | null> => {
    const result = await installations();
    if (!result.ok) return result;
    return ok(result.value.installations.find(({ suspendedAt }) => suspendedAt === null)?.id ?? null);
  };
  const readDatabase = part(
    'database',
    async (): FactResult<Facts['database']> => (database === null ? SETTINGS_UNUSABLE : ok(await database.inspect())),
  );
  const tables = part('tables', async (): FactResult<Facts['tables']> => {
    const checked = await readDatabase();
    if (!checked.ok) return checked;
    return checked.value.kind === 'open' ? ok(checked.value) : refuse({ by: 'database' });
  });

  return {
    now: async () => ok(clock.now()),
    settings: async () => ok(settings),
    baseUrl,
    self: part('self', async (): FactResult<Facts['self']> => {
      const url = await baseUrl();
      if (!url.ok) return url;
      return addresses === null ? SETTINGS_UNUSABLE : ok(await addresses.reachSelf(url.value));
    }),
    listening: part('listening', async (): FactResult<Facts['listening']> => {
      if (listen === 'listens') return ok(null);
      return listen === null ? SETTINGS_UNUSABLE : ok(await listen.tryListening());
    }),
    headTargets: part('headTargets', async (): FactResult<Facts['headTargets']> => {
      if (headTargets === null) return SETTINGS_UNUSABLE;
      const checked = headTargets.map(async ({ name, problem }) => ({ name, problem: await problem() }));
      return ok(await Promise.all(checked));
    }),
    reach,
    app: readApp,
    registration,
    clientIsKnown: part('clientIsKnown', async (): FactResult<boolean> => {
      // Otherwise an unreachable code host would be reported twice.
      const registered = await registration();
      if (!registered.ok) return registered;
      return client === null ? SETTINGS_UNUSABLE : factResultOf(await client.clientIsKnown());
    }),
    isPublic: part('isPublic', async (): FactResult<boolean | null> => {
      const registered = await registration();
      if (!registered.ok) return registered;
      return app === null ? SETTINGS_UNUSABLE : factResultOf(await app.isPublic(registered.value.slug));
    }),
    webhook: asApp('webhook', (host) => host.webhook()),
    deliveries: asApp('deliveries', (host) => host.deliveries()),
    installations,
    requests: asApp('requests', (host) => host.installationRequests()),
    serverVersion: part('serverVersion', async (): FactResult<Facts['serverVersion']> => {
      const checked = await readApp();
      if (!checked.ok) return checked;
      const active = await activeInstallation();
      if (app === null) return SETTINGS_UNUSABLE;
      return ok(await app.serverVersion(checked.value.serverVersion, active.ok ? active.value : null));
    }),
    graphql: part('graphql', async (): FactResult<Facts['graphql']> => {
      const [reached, active] = await Promise.all([reach(), activeInstallation()]);
      if (reached.ok && reached.value.some(({ name, outcome }) => name === 'graphql' && !outcome.ok))
        return refuse({ by: 'code-host' });
      if (!active.ok) return 'by' in active.refusal ? active : refuse({ by: 'installations' });
      return app === null ? SETTINGS_UNUSABLE : ok(await app.graphql(active.value));
    }),
    budget: part('budget', async (): FactResult<Facts['budget']> => {
      const active = await activeInstallation();
      if (!active.ok) return active;
      if (active.value === null) return ok(null);
      return app === null ? SETTINGS_UNUSABLE : factResultOf(await app.budget(active.value));
    }),
    database: readDatabase,
    tables,
    appWork: part('appWork', async (): FactResult<Facts['appWork']> => {
      const open = await tables();
      if (!open.ok) return open;
      const { organizations, count } = open.value.appWork;
      if (count === 0) return ok({ checked: ok([]), count });
      const listed = await installations();
      if (!listed.ok) return ok({ checked: listed, count });
      if (app === null) return SETTINGS_UNUSABLE;
      // A running service requests no token that changes something but for a step of a job.
      const tokenRefusal = listen === 'listens' ? async () => 'untried' as const : app.tokenRefusal;
      return ok({ checked: ok(await checkAppWork(tokenRefusal, organizations, listed.value)), count });
    }),
  };
}

const checkAppWork = (
  refusalOf: (id: number) => Promise<CheckedAppWork['tokenRefusal']>,
  organizations: readonly AppWorkOrganization[],
  { installations, isComplete }: Facts['installations'],
): Promise<readonly CheckedAppWork[]> =>
  Promise.all(
    organizations.map(async ({ id, login, trials }) => {
      const found = installations.find(({ accountId }) => accountId === id);
      if (found === undefined) {
        return { id, login, trials, installation: isComplete ? 'missing' : 'unlisted', tokenRefusal: null } as const;
      }
      const tokenRefusal = await refusalOf(found.id);
      return { id, login: found.accountLogin, trials, installation: found, tokenRefusal };
    }),
  );

type App = NonNullable<DoctorDeps['app']>;

const CHECK_FIREWALL = `Check whether ${FIREWALL} refuses the request.`;

const SETTINGS_UNUSABLE = refuse({ by: 'settings' } as const);

const factResultOf = <T>(response: HostResult<T>): Result<T, UncheckedReason> =>
  response.ok ? response : refuse(reasonOf(response.refusal));

/** The code host's own refusals have a message. */
const reasonOf = (refusal: HostRefusal): UncheckedReason =>
  refusal.kind === 'rejected' && refusal.message === ''
    ? { message: `answered ${refusal.status}, without a reason`, next: CHECK_FIREWALL }
    : { message: messageOf(refusal) };

export function messageOf(refusal: HostRefusal): string {
  switch (refusal.kind) {
    case 'unauthorized':
      return 'the code host rejected the credentials';
    case 'rate-limited':
      return `rate limited by the code host${refusal.retryAt === null ? ' for now' : ` until ${refusal.retryAt.toISOString()}`}`;
    case 'missing':
      return `not found on the code host: ${refusal.message}`;
    case 'rejected':
      return `the code host answered ${refusal.status}: ${refusal.message}`;
    case 'single-sign-on':
    case 'ip-allow-list':
    case 'unreachable':
      return refusal.message;
  }
}
