import { CHECKED_PART_LIMIT_MS } from '../domain/limits/set-up-checks.ts';
import { ok, type Result, refuse, withinLimit } from '../domain/result.ts';
import type { AppChecks } from '../ports/code-host/app-checks.ts';
import type { InstallationRequestsHost } from '../ports/code-host/installation-requests.ts';
import type { HostRefusal, Told } from '../ports/code-host/refusals.ts';
import type { ListenChecks } from '../ports/listening.ts';
import type { DatabaseChecks } from '../ports/storage/database-checks.ts';
import type { Clock } from '../ports/system.ts';
import type { Facts, Hindrance, Readers, SettingsFacts } from './facts.ts';

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
  readonly clock: Clock;
}

type Read<T> = Promise<Result<T, Hindrance>>;

export type Progress = (waitingFor: readonly string[]) => void;

/** Reads each part once, with a time limit. */
export function createReaders(deps: DoctorDeps, progress: Progress): Readers {
  const { settings, addresses, app, client, database, listen, clock } = deps;
  const waiting = new Set<string>();

  function part<T>(name: keyof Facts, read: () => Read<T>): () => Read<T> {
    let reading: Read<T> | null = null;
    const begin = async (): Read<T> => {
      waiting.add(name);
      progress([...waiting]);
      try {
        const told = await withinLimit(read(), CHECKED_PART_LIMIT_MS);
        return told.ok ? told.value : refuse({ words: `no answer within ${CHECKED_PART_LIMIT_MS / 1000} seconds` });
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

  const reach = part('reach', async () => (addresses === null ? BROKEN : ok(await addresses.reach())));
  const seenApp = part('app', async (): Read<Facts['app']> => {
    if (app === null) return BROKEN;
    const [seen, reached] = await Promise.all([app.registration(), reach()]);
    const isLost = reached.ok && reached.value.some(({ name, outcome }) => name === 'rest' && !outcome.ok);
    const isSilent = !seen.registration.ok && seen.registration.refusal.kind === 'silent';
    return isSilent && isLost ? refuse({ by: 'code-host' }) : ok(seen);
  });
  const registration = part('registration', async (): Read<Facts['registration']> => {
    const seen = await seenApp();
    if (!seen.ok) return seen;
    return seen.value.registration.ok ? seen.value.registration : refuse({ by: 'app' });
  });
  /** Reads a part that requires a valid App. */
  const asApp = <Name extends keyof Facts>(name: Name, ask: (host: App) => Promise<Told<Facts[Name]>>) =>
    part(name, async (): Read<Facts[Name]> => {
      const letIn = await registration();
      if (!letIn.ok) return letIn;
      return app === null ? BROKEN : toldOf(await ask(app));
    });
  const baseUrl = async (): Read<URL> => (settings.baseUrl === null ? BROKEN : ok(settings.baseUrl));
  const installations = asApp('installations', (host) => host.installations());
  const seenDatabase = part(
    'database',
    async (): Read<Facts['database']> => (database === null ? BROKEN : ok(await database.look())),
  );

  return {
    now: async () => ok(clock.now()),
    settings: async () => ok(settings),
    baseUrl,
    self: part('self', async (): Read<Facts['self']> => {
      const url = await baseUrl();
      if (!url.ok) return url;
      return addresses === null ? BROKEN : ok(await addresses.reachSelf(url.value));
    }),
    listening: part('listening', async (): Read<Facts['listening']> => {
      if (listen === 'listens') return ok(null);
      return listen === null ? BROKEN : ok(await listen.tryListening());
    }),
    reach,
    app: seenApp,
    registration,
    clientIsKnown: part('clientIsKnown', async (): Read<boolean> => {
      // Otherwise an unreachable code host would be reported twice.
      const letIn = await registration();
      if (!letIn.ok) return letIn;
      return client === null ? BROKEN : toldOf(await client.clientIsKnown());
    }),
    isPublic: part('isPublic', async (): Read<boolean | null> => {
      const letIn = await registration();
      if (!letIn.ok) return letIn;
      return app === null ? BROKEN : toldOf(await app.isPublic(letIn.value.slug));
    }),
    webhook: asApp('webhook', (host) => host.webhook()),
    deliveries: asApp('deliveries', (host) => host.deliveries()),
    installations,
    requests: asApp('requests', (host) => host.installationRequests()),
    budget: part('budget', async (): Read<Facts['budget']> => {
      const told = await installations();
      if (!told.ok) return told;
      const awake = told.value.installations.find(({ suspendedAt }) => suspendedAt === null);
      if (awake === undefined) return ok(null);
      return app === null ? BROKEN : toldOf(await app.budget(awake.id));
    }),
    database: seenDatabase,
    tables: part('tables', async (): Read<Facts['tables']> => {
      const seen = await seenDatabase();
      if (!seen.ok) return seen;
      return seen.value.kind === 'open' ? ok(seen.value) : refuse({ by: 'database' });
    }),
  };
}

type App = NonNullable<DoctorDeps['app']>;

const BROKEN = refuse({ by: 'settings' } as const);

const toldOf = <T>(told: Told<T>): Result<T, Hindrance> => (told.ok ? told : refuse({ words: wordsOf(told.refusal) }));

function wordsOf(refusal: HostRefusal): string {
  switch (refusal.kind) {
    case 'unauthorized':
      return 'the code host did not accept the credential';
    case 'rate-limited':
      return `the code host takes no more calls${refusal.retryAt === null ? ' for now' : ` until ${refusal.retryAt.toISOString()}`}`;
    case 'missing':
      return `the code host has no such thing: ${refusal.message}`;
    case 'rejected':
      return `the code host answered ${refusal.status}: ${refusal.message}`;
    case 'single-sign-on':
    case 'ip-allow-list':
    case 'unreachable':
      return refusal.message;
  }
}
