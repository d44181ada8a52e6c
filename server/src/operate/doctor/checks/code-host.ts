import type { AddressCheck, GraphqlCheck } from '../../../code-host/app/app-check-types.ts';
import {
  BUDGET_WARNING_SHARE,
  CLOCK_SKEW_MAX_MS,
  CLOCK_SKEW_WARNING_MS,
  ENTERPRISE_SERVER_OLDEST,
} from '../../../lib/limits/operate.ts';
import { describeCheck } from '../facts.ts';
import { type Blocked, blockedBy, FIREWALL, type Finding, fail, fine, note, warn } from '../finding.ts';

const CALLED: Readonly<Record<AddressCheck['name'], string>> = {
  web: 'The web URL',
  rest: 'The REST API',
  graphql: 'The GraphQL API',
};

export const codeHost = describeCheck({
  name: 'code-host',
  about: 'the web, REST and GraphQL URLs are reachable and their certificates trusted',
  needs: ['reach'],
  judge: ({ reach }) => {
    const lost = reach.flatMap(({ name, address, outcome }) =>
      outcome.ok ? [] : [{ name, address, problem: outcome.refusal }],
    );
    // Addresses with the same problem share one finding.
    const causes = [...Map.groupBy(lost, ({ problem }) => problem)];
    if (causes.length > 0) {
      return causes.map(([problem, places]) => {
        const [first] = places;
        const what =
          places.length === 1 && first !== undefined ? `${CALLED[first.name]} of the code host` : 'The code host';
        const where = places.map(({ address }) => address).join(', ');
        return fail(`${what} is unreachable at ${where}: ${problem}.`, nextOf(problem));
      });
    }
    return [fine(`The web, REST and GraphQL URLs are reachable (${reach.map(({ address }) => address).join(', ')}).`)];
  },
});

function nextOf(words: string): string {
  if (words.startsWith('certificate not trusted')) {
    return 'Add its certificate authority: NODE_EXTRA_CA_CERTS=/path/to/ca.pem.';
  }
  if (words.startsWith('certificate'))
    return "Ask the code host's operator to renew the certificate, or fix the host name in CODE_HOST_URL.";
  if (words.startsWith('host name')) return "Check CODE_HOST_URL, CODE_HOST_API_URL, and this machine's DNS settings.";
  if (words.startsWith('the server does not use')) {
    return 'Check http:// or https:// and the port in CODE_HOST_URL and CODE_HOST_API_URL, and what a proxy does.';
  }
  if (words.startsWith('the proxy'))
    return 'Set HTTPS_PROXY and HTTP_PROXY to http://USER:PASSWORD@HOST:PORT, or ask the operator of the proxy.';
  return 'Check CODE_HOST_URL and CODE_HOST_API_URL, the firewall, and the proxy if one is needed (NODE_USE_ENV_PROXY=1 and HTTPS_PROXY).';
}

export const codeHostVersion = describeCheck({
  name: 'code-host-version',
  about: `Enterprise Server is version ${ENTERPRISE_SERVER_OLDEST.join('.')} or later`,
  needs: ['serverVersion'],
  judge: ({ serverVersion: { isEnterpriseServer, version } }) => {
    if (!isEnterpriseServer) return [fine('The code host is not an Enterprise Server.')];
    if (version === null) {
      return [
        note(
          'Unknown: the version of the Enterprise Server. Neither its headers nor /meta report it.',
          `Ask its operators whether it is ${ENTERPRISE_SERVER_OLDEST.join('.')} or later.`,
        ),
      ];
    }
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const [leastMajor, leastMinor] = ENTERPRISE_SERVER_OLDEST;
    if (major > leastMajor || (major === leastMajor && minor >= leastMinor))
      return [fine(`The code host is Enterprise Server ${version}.`)];
    return [
      warn(
        `The code host is Enterprise Server ${version}; orgdesk needs ${ENTERPRISE_SERVER_OLDEST.join('.')} or later.`,
        "Ask its operators to upgrade. Features missing in older versions fail with the code host's error message.",
      ),
    ];
  },
});

export const graphql = describeCheck({
  name: 'graphql',
  about: 'the GraphQL API answers a query',
  needs: ['reach', 'graphql'],
  judge: ({ reach, graphql: check }) => {
    const url = reach.find(({ name }) => name === 'graphql')?.address ?? '';
    return check.ok ? answered(check.value) : problemOf(check.refusal, url);
  },
});

const answered = (outcome: 'answers' | 'not-asked'): readonly Finding[] | Blocked =>
  outcome === 'not-asked' ? blockedBy('budget') : [fine('The GraphQL API answers.')];

type GraphqlRefusal = Extract<GraphqlCheck, { readonly ok: false }>['refusal'];

function problemOf(refusal: GraphqlRefusal, url: string): readonly Finding[] | Blocked {
  const next = `Check whether ${FIREWALL} refuses POST requests to ${url}. The REST API answers.`;
  switch (refusal.kind) {
    case 'rate-limited':
      return blockedBy('budget');
    case 'unauthorized':
      return [
        fail(
          'The GraphQL API rejects a new installation token.',
          `Check whether a proxy removes the Authorization header from requests to ${url}.`,
        ),
      ];
    case 'rejected':
      return [
        fail(
          `Requests to the GraphQL API are refused with ${refusal.status}: ${refusal.message || 'no reason is given'}.`,
          next,
        ),
      ];
    case 'missing':
    case 'single-sign-on':
    case 'ip-allow-list':
    case 'unreachable':
      return [fail(`The GraphQL API gives no usable response: ${refusal.message}.`, next)];
  }
}

export const address = describeCheck({
  name: 'address',
  about: 'the address outgoing requests come from, for IP allow lists',
  needs: ['reach', 'app'],
  judge: ({ reach, app: { registration } }) => {
    const outcome = reach.find(({ name }) => name === 'rest')?.outcome;
    if (outcome === undefined || !outcome.ok) return blockedBy('code-host');
    const { from, isProxied } = outcome.value;
    const here = from === null ? 'an unknown address' : from.replace(/^::ffff:/, '');
    const left = isProxied
      ? `Outgoing requests use ${here} and a proxy; the code host sees the proxy's address.`
      : `Outgoing requests use ${here}; behind NAT, the code host sees another address.`;
    if (!registration.ok && registration.refusal.kind === 'ip-allow-list') {
      return [
        fail(
          `${left} An IP allow list blocks it: ${registration.refusal.message}`,
          'Ask an organization owner to allow the address: organization settings › Authentication security › IP allow list.',
        ),
      ];
    }
    return [fine(left)];
  },
});

export const budget = describeCheck({
  name: 'budget',
  about: 'the rate limit left for an installation this hour',
  needs: ['budget'],
  judge: ({ budget: left }) => {
    if (left === null) return [note('Not checked: the App has no active installation.')];
    if (left.length === 0) return [fine('The code host has no rate limit.')];
    const summary = left.map(({ kind, remaining, limit }) => `${kind} ${remaining} of ${limit}`).join(', ');
    const low = left.filter(({ remaining, limit }) => remaining < limit * BUDGET_WARNING_SHARE);
    const [lowest] = low.toSorted((a, b) => a.remaining - b.remaining);
    if (lowest === undefined) return [fine(`Requests left this hour: ${summary}.`)];
    const next = `The limit resets at ${lowest.resetAt.toISOString()}. If this happens often, raise RECONCILE_MINUTES, and check whether something else uses the App.`;
    return [
      lowest.remaining === 0
        ? fail(`No requests left this hour: ${summary}.`, next)
        : warn(`Few requests left this hour: ${summary}.`, next),
    ];
  },
});

const SYNCHRONIZE = "Synchronize this machine's clock over NTP, for example with systemd-timesyncd or chrony.";

export const clock = describeCheck({
  name: 'clock',
  about: "this machine's clock matches the code host's",
  needs: ['app'],
  judge: ({ app: { aheadMs, registration } }) => {
    const isRefused = !registration.ok && registration.refusal.kind === 'clock';
    if (aheadMs === null) {
      return isRefused
        ? [fail("The code host rejects the App's token because this machine's clock is wrong.", SYNCHRONIZE)]
        : [note('Not checked: the code host does not report its time.')];
    }
    const difference = `This machine's clock is ${spanOf(aheadMs)} ${aheadMs > 0 ? 'behind' : 'ahead of'} the code host's`;
    if (isRefused || Math.abs(aheadMs) > CLOCK_SKEW_MAX_MS) {
      return [fail(`${difference}${isRefused ? ', so the code host rejects the App' : ''}.`, SYNCHRONIZE)];
    }
    if (Math.abs(aheadMs) > CLOCK_SKEW_WARNING_MS) {
      return [
        warn(`${difference}; from ${CLOCK_SKEW_MAX_MS / 60_000} minutes, the code host rejects the App.`, SYNCHRONIZE),
      ];
    }
    return [fine("This machine's clock matches the code host's.")];
  },
});

export const databaseClock = describeCheck({
  name: 'database-clock',
  about: "this machine's clock matches the database's",
  needs: ['tables'],
  judge: ({ tables: { aheadMs } }) => {
    if (aheadMs === null) return [fine("The database uses this machine's clock.")];
    if (Math.abs(aheadMs) <= CLOCK_SKEW_WARNING_MS) return [fine("This machine's clock matches the database's.")];
    return [
      warn(
        `This machine's clock is ${spanOf(aheadMs)} ${aheadMs > 0 ? 'behind' : 'ahead of'} the database's.`,
        `${SYNCHRONIZE} Do the same on the database server.`,
      ),
    ];
  },
});

function spanOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}

export const tokenSecret = describeCheck({
  name: 'token-secret',
  about: 'TOKEN_SECRET decrypts the stored tokens of the newest sessions',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { sessions } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { checked, readable } = sessions;
    if (checked === 0) return [note('Nobody is signed in, so there are no tokens to decrypt.')];
    if (checked === readable) return [fine(`TOKEN_SECRET decrypts the tokens of the newest ${checked} sessions.`)];
    const next =
      'Set the same TOKEN_SECRET on all instances. After a change, append the old secret after a comma; otherwise these people must sign in again.';
    if (readable === 0)
      return [fail('TOKEN_SECRET cannot decrypt any stored token: everyone must sign in again.', next)];
    return [warn(`TOKEN_SECRET cannot decrypt the tokens of ${checked - readable} of ${checked} sessions.`, next)];
  },
});

export const sameSecrets = describeCheck({
  name: 'same-secrets',
  about: 'all instances on the database use the same SESSION_SECRET and TOKEN_SECRET',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { foreignKeys } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { signing, tokens } = foreignKeys;
    if (!signing && !tokens) return [fine('All running instances use the same secrets.')];
    return [
      ...(signing
        ? [
            fail(
              'Another instance uses a different SESSION_SECRET, or without one, different App credentials. A sign-in started on one instance fails on the other.',
              'Set the same SESSION_SECRET on all instances. A stopped instance counts for up to three minutes.',
            ),
          ]
        : []),
      ...(tokens
        ? [
            fail(
              'Another instance encrypts tokens with a key that is not in this TOKEN_SECRET. People who sign in there are signed out here.',
              'Set the same TOKEN_SECRET on all instances. To rotate it, first append the new secret after the old one on every instance. A stopped instance counts for up to three minutes.',
            ),
          ]
        : []),
    ];
  },
});

export const tokenExpiry = describeCheck({
  name: 'token-expiry',
  about: 'user access tokens expire, based on the newest session',
  needs: ['tables', 'registration'],
  judge: ({ tables: { tokensExpire }, registration: { settingsPage } }) => {
    if (tokensExpire === null) return [note('Unknown until somebody signs in: whether tokens expire.')];
    if (tokensExpire) return [fine('User access tokens expire and are refreshed.')];
    return [
      warn(
        'User access tokens never expire: a leaked token works until it is revoked.',
        `Under Optional features at ${settingsPage ?? "the App's settings page"}, opt in to user-to-server token expiration.`,
      ),
    ];
  },
});
