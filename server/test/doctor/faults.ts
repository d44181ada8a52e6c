import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CheckName } from '../../src/doctor/finding.ts';
import { sqlitePathOf } from '../support/databases/engines.ts';
import { freePort } from '../support/service/ports.ts';
import { SELF_SIGNED } from './self-signed.ts';
import { type SetUp, type SetUpOptions, signInNow } from './set-up.ts';

/** One thing that is wrong, in a set-up that is right otherwise, and what has to be said of it. */
export interface Fault {
  readonly name: string;
  readonly options?: SetUpOptions | (() => Promise<SetUpOptions>);
  /** Does it; answers settings that differ. */
  readonly plant?: (setUp: SetUp) => Promise<Settings> | Settings;
  /** The one check that tells, with this in its line and in the next step. */
  readonly check: CheckName;
  readonly standing: 'warning' | 'failure';
  readonly fact: RegExp;
  readonly next: RegExp;
  /** How many lines it takes; default 1. */
  readonly lines?: number;
}

type Settings = Readonly<Record<string, string | undefined>>;

const plainly =
  (plant: (setUp: SetUp) => Promise<unknown> | unknown) =>
  async (setUp: SetUp): Promise<Settings> => {
    await plant(setUp);
    return {};
  };

const USUAL = { members: 'write', metadata: 'read' } as const;
const SETTINGS_PAGE = /\/organizations\/orgdesk\/settings\/apps\/orgdesk-dev/;
const PERMISSIONS_PAGE = /\/organizations\/orgdesk\/settings\/apps\/orgdesk-dev\/permissions/;
const HOUR = 3_600_000;

const otherKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;

/** A server of the test's own, for what is no code host and no orgdesk. */
async function serverFor(answer: RequestListener, secure = false): Promise<string> {
  const server = secure ? createSecureServer(SELF_SIGNED, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const organizations = (
  count: number,
  fill: (world: Parameters<NonNullable<SetUpOptions['fill']>>[0], login: string) => void,
) =>
  ({
    fill: (world) => {
      for (let number = 1; number <= count; number += 1) {
        const login = `org-${number}`;
        world.addOrganization({ login });
        world.addMembership({ organization: login, login: 'ada', role: 'admin' });
        fill(world, login);
      }
    },
  }) satisfies SetUpOptions;

/** Lets somebody who answers so get a delivery under the right address. */
async function deliver({ simulator, baseUrl }: SetUp, answer: RequestListener | null): Promise<Settings> {
  const server = answer === null ? null : createServer(answer);
  if (server !== null) {
    await new Promise<void>((resolve) => server.listen(Number(new URL(baseUrl).port), 'localhost', resolve));
  }
  simulator.control.platform.suspend(101);
  simulator.control.platform.unsuspend(101);
  await simulator.control.settled();
  if (server !== null) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return {};
}
const answering =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end();

const OF_THE_CODE_HOST: readonly Fault[] = [
  {
    name: 'the key of another App',
    plant: () => ({ CODE_HOST_APP_PRIVATE_KEY: otherKey() }),
    check: 'app',
    standing: 'failure',
    fact: /does not accept CODE_HOST_APP_PRIVATE_KEY for App 7: A JSON web token could not be decoded/,
    next: /Compare CODE_HOST_APP_ID .* generate a private key/,
  },
  {
    name: 'the number of another App',
    plant: () => ({ CODE_HOST_APP_ID: '8' }),
    check: 'app',
    standing: 'failure',
    fact: /for App 8: A JSON web token could not be decoded/,
    next: /Compare CODE_HOST_APP_ID/,
  },
  {
    name: 'a number that no App has',
    plant: ({ simulator }) => {
      const body = { message: 'Integration not found', documentation_url: 'https://docs.example' };
      simulator.control.fault({ kind: 'reply', status: 404, body, match: { credential: 'app' } });
      return { CODE_HOST_APP_ID: '404404' };
    },
    check: 'app',
    standing: 'failure',
    fact: /knows no App 404404/,
    next: /Set CODE_HOST_APP_ID/,
  },
  {
    name: 'an address of the REST API where none is',
    plant: ({ simulator }) => ({ CODE_HOST_API_URL: `${simulator.url}/rest` }),
    check: 'app',
    standing: 'failure',
    fact: /at the address of the REST API is none \(answered 404\)/,
    next: /Set CODE_HOST_API_URL .*\/api\/v3/,
  },
  {
    name: 'an API that answers with an error',
    plant: plainly(({ simulator }) => simulator.control.fault({ kind: 'bad-gateway-html', match: { path: '/app' } })),
    check: 'app',
    standing: 'failure',
    fact: /no usable answer about the App: answered 502/,
    next: /status page/,
  },
  {
    name: 'an IP allow list',
    plant: plainly(({ simulator }) => {
      const message =
        'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.';
      simulator.control.fault({ kind: 'reply', status: 403, body: { message }, match: { credential: 'app' } });
    }),
    check: 'address',
    standing: 'failure',
    fact: /from 127\.0\.0\.1.*IP allow list refuses it/,
    next: /IP allow list/,
  },
  {
    name: 'a code host that nobody answers at',
    plant: async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      return { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` };
    },
    check: 'code-host',
    standing: 'failure',
    fact: /cannot be reached at .*: connection refused \(ECONNREFUSED\)/,
    next: /firewall/,
    lines: 3,
  },
  {
    name: 'a web address that nobody answers at',
    plant: async () => ({ CODE_HOST_URL: `http://127.0.0.1:${await freePort()}` }),
    check: 'code-host',
    standing: 'failure',
    fact: /^The web address of the code host cannot be reached/,
    next: /CODE_HOST_URL/,
  },
  {
    name: 'a certificate that is not trusted',
    plant: async ({ simulator }) => ({
      CODE_HOST_URL: await serverFor(answering(200), true),
      CODE_HOST_API_URL: simulator.apiUrl,
    }),
    check: 'code-host',
    standing: 'failure',
    fact: /certificate not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    next: /NODE_EXTRA_CA_CERTS/,
  },
  {
    name: 'a clock that is an hour ahead',
    options: { now: () => Date.now() - HOUR },
    check: 'clock',
    standing: 'failure',
    fact: /60 minutes ahead of that of the code host, which refuses the App for it/,
    next: /NTP/,
  },
  {
    name: 'a clock that is an hour behind',
    options: { now: () => Date.now() + HOUR },
    check: 'clock',
    standing: 'failure',
    fact: /60 minutes behind that of the code host, which refuses the App for it/,
    next: /NTP/,
  },
  {
    name: 'a clock that is a minute behind',
    options: { now: () => Date.now() + 60_000 },
    check: 'clock',
    standing: 'warning',
    fact: /(59|60|61) seconds behind that of the code host; from 5 minutes on/,
    next: /NTP/,
  },
  {
    name: 'the slug of another App',
    plant: () => ({ CODE_HOST_APP_SLUG: 'another-app' }),
    check: 'slug',
    standing: 'failure',
    fact: /which is orgdesk-dev/,
    next: /CODE_HOST_APP_SLUG=orgdesk-dev/,
  },
  {
    name: 'the client ID of something else',
    plant: () => ({ CODE_HOST_CLIENT_ID: 'Iv1.another' }),
    check: 'client-id',
    standing: 'failure',
    fact: /which is Iv23simulatedclient1/,
    next: SETTINGS_PAGE,
  },
  {
    name: 'a client secret that is wrong',
    plant: () => ({ CODE_HOST_CLIENT_SECRET: 'not-the-secret-of-anybody' }),
    check: 'client-secret',
    standing: 'failure',
    fact: /nobody can sign in/,
    next: SETTINGS_PAGE,
  },
];

const OF_THE_APP: readonly Fault[] = [
  {
    name: 'a permission that the App does not ask for',
    options: { app: { permissions: { metadata: 'read' } } },
    check: 'permissions',
    standing: 'failure',
    fact: /asks for no members; orgdesk needs members: write/,
    next: PERMISSIONS_PAGE,
  },
  {
    name: 'a permission at too low a level, of an App that a person owns',
    options: { app: { permissions: { ...USUAL, members: 'read' }, owner: { login: 'ada', type: 'User' } } },
    check: 'permissions',
    standing: 'failure',
    fact: /asks for members: read; orgdesk needs members: write/,
    next: /:\d+\/settings\/apps\/orgdesk-dev\/permissions/,
  },
  {
    name: 'an event that the App does not subscribe to',
    options: { app: { events: ['organization', 'membership', 'member', 'repository'] } },
    check: 'events',
    standing: 'warning',
    fact: /does not subscribe to team/,
    next: PERMISSIONS_PAGE,
  },
  {
    name: 'an installation that has not granted what the App asks for',
    plant: plainly(({ simulator }) => simulator.world.setInstallationPermissions(101, { metadata: 'read' })),
    options: { app: { permissions: USUAL } },
    check: 'installations',
    standing: 'warning',
    fact: /^acme has not granted members: write, without which orgdesk does not work there/,
    next: /\/organizations\/acme\/settings\/installations\/101\/permissions\/update/,
  },
  {
    name: 'more such installations than are named',
    options: {
      app: { permissions: { ...USUAL, organization_plan: 'read' } },
      ...organizations(12, (world, login) => {
        world.setInstallationPermissions(world.addInstallation({ account: login }).id, USUAL);
      }),
    },
    check: 'installations',
    standing: 'warning',
    fact: /has not granted organization_plan: read\.$|^12 of 13 installations have not granted/,
    next: /permissions\/update|first 10/,
    lines: 11,
  },
  {
    name: 'an installation that is suspended',
    options: organizations(1, (world, login) => world.addInstallation({ account: login, suspended: true })),
    check: 'suspended',
    standing: 'warning',
    fact: /The installation on org-1 is suspended since 2026-02-03/,
    next: /\/organizations\/org-1\/settings\/installations\/102/,
  },
  {
    name: 'a request to install that waits for an owner',
    options: organizations(1, (world, login) => {
      world.addUser({ login: 'radia' });
      world.addMembership({ organization: login, login: 'radia' });
    }),
    plant: plainly(({ simulator }) => simulator.control.platform.requestInstallation('org-1', 'radia')),
    check: 'requests',
    standing: 'warning',
    fact: /radia asked on \d{4}-\d\d-\d\d to install the App on org-1/,
    next: /\/organizations\/org-1\/settings\//,
  },
  {
    name: 'a limit that is nearly used up',
    plant: plainly(({ simulator }) => {
      const core = { limit: 5_000, used: 4_900, remaining: 100, reset: 2_000_000_000 };
      const body = { resources: { core }, rate: core };
      simulator.control.fault({ kind: 'reply', status: 200, body, match: { path: '/rate_limit' } });
    }),
    check: 'budget',
    standing: 'warning',
    fact: /Few calls left in this hour: REST 100 of 5000/,
    next: /come back at 2033-05-18.*RECONCILE_MINUTES/,
  },
  {
    name: 'a limit that is used up',
    plant: plainly(({ simulator }) => simulator.control.rateLimits({ core: 0 })),
    check: 'app',
    standing: 'failure',
    fact: /takes no more calls of the App/,
    next: /something else uses the App/,
  },
];

const OF_THE_WEBHOOK: readonly Fault[] = [
  {
    name: 'a webhook to another address',
    options: { app: { webhookUrl: 'https://old.example/api/install/webhook?key=0123456789' } },
    check: 'webhook',
    standing: 'failure',
    fact: /sent to https:\/\/old\.example\/api\/install\/webhook, and not to http:\/\/localhost/,
    next: /set the Webhook URL to http:\/\/localhost:\d+\/api\/install\/webhook/,
  },
  {
    name: 'no webhook',
    options: { app: { webhookUrl: null } },
    check: 'webhook',
    standing: 'warning',
    fact: /has no webhook/,
    next: /tick Active/,
  },
  {
    name: 'a webhook that nobody set up at all',
    options: { baseUrl: 'https://orgdesk.localhost:4' },
    plant: plainly(({ simulator }) => {
      const body = { message: 'Not Found', documentation_url: 'https://docs.example' };
      simulator.control.fault({ kind: 'reply', status: 404, body, match: { path: '/app/hook/config' } });
    }),
    check: 'webhook',
    standing: 'failure',
    fact: /has no webhook/,
    next: /tick Active/,
  },
  {
    name: 'a webhook that sends forms',
    plant: plainly(({ simulator }) => replyHook(simulator, { content_type: 'form' })),
    check: 'webhook',
    standing: 'failure',
    fact: /sent as a form, and not as JSON/,
    next: /content_type json/,
  },
  {
    name: 'a webhook whose certificate is not checked',
    options: { baseUrl: 'https://orgdesk.localhost:4' },
    plant: plainly(({ simulator }) => replyHook(simulator, { insecure_ssl: '1' })),
    check: 'webhook',
    standing: 'warning',
    fact: /does not check the certificate of orgdesk/,
    next: /enable SSL verification/,
  },
  {
    name: 'a webhook that is not signed',
    options: { app: { webhookSecret: null } },
    plant: () => ({ CODE_HOST_WEBHOOK_SECRET: 'only-orgdesk-has-it' }),
    check: 'webhook',
    standing: 'failure',
    fact: /not signed: orgdesk, which has CODE_HOST_WEBHOOK_SECRET, refuses all/,
    next: /set the Webhook secret to the same text/,
  },
  {
    name: 'no webhook secret here',
    plant: () => ({ CODE_HOST_WEBHOOK_SECRET: undefined }),
    check: 'webhook',
    standing: 'warning',
    fact: /whoever knows the address can send webhooks/,
    next: /Set it to the secret of the webhook/,
  },
  {
    name: 'webhooks whose signature is refused',
    plant: (setUp) => deliver(setUp, answering(401)),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 failed: 2 with 401 .* The newest failed as well/,
    next: /CODE_HOST_WEBHOOK_SECRET and the Webhook secret of the App to the same text/,
  },
  {
    name: 'webhooks that get to nobody',
    plant: (setUp) => deliver(setUp, null),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 failed: 2 with 502 \(failed to connect to host\)/,
    next: /does not get to http:\/\/localhost/,
  },
  {
    name: 'webhooks that a proxy leads elsewhere',
    plant: (setUp) => deliver(setUp, answering(404)),
    check: 'deliveries',
    standing: 'failure',
    fact: /2 with 404/,
    next: /Nothing takes webhooks at that path/,
  },
  {
    name: 'webhooks that failed, and arrive again',
    plant: async (setUp) => {
      await deliver(setUp, answering(500));
      return deliver(setUp, answering(200));
    },
    check: 'deliveries',
    standing: 'warning',
    fact: /Of 4 webhooks of the last 24 hours, 2 failed: 2 with 500 .* The newest arrived/,
    next: /orgdesk reconcile/,
  },
];

function replyHook(simulator: SetUp['simulator'], change: object): void {
  const body = {
    url: simulator.app.webhookUrl,
    content_type: 'json',
    insecure_ssl: '0',
    secret: '********',
    ...change,
  };
  simulator.control.fault({ kind: 'reply', status: 200, body, match: { path: '/app/hook/config' } });
}

const OF_THE_SERVICE: readonly Fault[] = [
  {
    name: 'a setting that is missing',
    plant: () => ({ CODE_HOST_CLIENT_SECRET: undefined }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_CLIENT_SECRET is missing/,
    next: /--help/,
  },
  {
    name: 'two settings that cannot be used',
    plant: () => ({ RATE_LIMIT: 'plenty', METRICS_PORT: 'yes' }),
    check: 'settings',
    standing: 'failure',
    fact: /^(RATE_LIMIT|METRICS_PORT) must be/,
    next: /--help/,
    lines: 2,
  },
  {
    name: 'a setting that is misspelled',
    plant: ({ simulator }) => ({ CODE_HOST_APP_SLUG: undefined, CODE_HOST_APP_SLAG: simulator.app.slug }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_APP_SLAG .*CODE_HOST_APP_SLUG/,
    next: /--help/,
  },
  {
    name: 'a secret with quotes around it',
    plant: ({ simulator }) => {
      const secret = `"${simulator.app.webhookSecret}"`;
      return { CODE_HOST_WEBHOOK_SECRET: secret };
    },
    check: 'settings',
    standing: 'warning',
    fact: /CODE_HOST_WEBHOOK_SECRET has quotes around its value/,
    next: /if that is not what is meant/,
  },
  {
    name: 'a key that is none',
    plant: () => ({ CODE_HOST_APP_PRIVATE_KEY: 'no key at all' }),
    check: 'settings',
    standing: 'failure',
    fact: /CODE_HOST_APP_PRIVATE_KEY must be an RSA private key/,
    next: /--help/,
  },
  {
    name: 'no setting of a code host at all',
    plant: ({ env }) =>
      Object.fromEntries(Object.keys(env).flatMap((key) => (key.startsWith('CODE_HOST_') ? [[key, undefined]] : []))),
    check: 'settings',
    standing: 'failure',
    fact: /No code host is configured/,
    next: /--help/,
  },
  {
    name: 'something else at BASE_URL',
    options: async () => ({ baseUrl: await serverFor((_request, response) => response.end('Welcome to nginx!')) }),
    check: 'base-url',
    standing: 'warning',
    fact: /is not orgdesk/,
    next: /healthz/,
  },
  {
    name: 'a secret that opens no stored token',
    plant: async (setUp) => {
      await signInNow(setUp);
      return { TOKEN_SECRET: 'another secret that never sealed anything at all' };
    },
    check: 'token-secret',
    standing: 'failure',
    fact: /opens no stored token/,
    next: /former secret behind the new one/,
  },
  {
    name: 'tokens that never end',
    plant: plainly((setUp) => signInNow(setUp, { expires: false })),
    check: 'token-expiry',
    standing: 'warning',
    fact: /tokens never end/,
    next: /Optional features/,
  },
  {
    name: 'steps of the schema that were not applied',
    plant: plainly(async ({ database }) => {
      await database.rawQuery('delete from schema_serves where version = (select max(version) from schema_migrations)');
      await database.rawQuery(
        'delete from schema_migrations where version = (select max(version) from schema_migrations)',
      );
    }),
    check: 'migrations',
    standing: 'warning',
    fact: /The schema is at version \d+, this program is made for \d+/,
    next: /orgdesk migrate/,
  },
  {
    name: 'a schema that is newer',
    plant: plainly(({ database }) =>
      database.rawQuery("insert into schema_migrations (version, name, applied_at) values (999, 'later', 0)"),
    ),
    check: 'migrations',
    standing: 'failure',
    fact: /at version 999, this program knows \d+ and does not start/,
    next: /newer orgdesk/,
  },
];

const OF_SQLITE: readonly Fault[] = [
  {
    name: 'a file that is no database',
    plant: async ({ database }) => {
      await database.close();
      const path = `${sqlitePathOf(database.url)}.other`;
      writeFileSync(path, 'this is a letter to a friend\n'.repeat(300));
      onTestFinished(() => rmSync(path));
      return { DATABASE_URL: `sqlite:${path}` };
    },
    check: 'database',
    standing: 'failure',
    fact: /no SQLite database/,
    next: /DATABASE_URL/,
  },
  {
    name: 'a file that cannot be made',
    plant: ({ database }) => ({ DATABASE_URL: `${database.url}/below/orgdesk.db` }),
    check: 'database',
    standing: 'failure',
    fact: /cannot be made: a folder on the way to it is a file/,
    next: /where this user may write/,
  },
];

const OF_POSTGRESQL: readonly Fault[] = [
  {
    name: 'a server that nobody answers at',
    plant: async () => ({ DATABASE_URL: `postgres://me:in-the-url@127.0.0.1:${await freePort()}/none` }),
    check: 'database',
    standing: 'failure',
    fact: /nothing listens at its address/,
    next: /DATABASE_URL/,
  },
  {
    name: 'a database that is not there',
    plant: ({ database }) => ({ DATABASE_URL: database.url.replace(/\/[^/]*$/, '/no_such_database') }),
    check: 'database',
    standing: 'failure',
    fact: /there is no database with that name/,
    next: /DATABASE_URL/,
  },
  {
    name: 'a database that only reads',
    plant: plainly(({ database }) =>
      database.rawQuery(
        `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`,
      ),
    ),
    check: 'database',
    standing: 'failure',
    fact: /cannot be written to: the database only reads/,
    next: /the primary/,
  },
];

/** Faults by the engine they are planted on; those of the database alone on each. */
export const FAULTS = {
  SQLite: [...OF_THE_CODE_HOST, ...OF_THE_APP, ...OF_THE_WEBHOOK, ...OF_THE_SERVICE, ...OF_SQLITE],
  PostgreSQL: [...OF_THE_SERVICE.slice(-4), ...OF_POSTGRESQL],
} as const;
