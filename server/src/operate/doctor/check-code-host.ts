import type { AddressCheck, GraphqlCheck } from '../../code-host/app/app-check-types.ts';
import { CLOCK_SKEW_MAX_MS, CLOCK_SKEW_WARNING_MS, ENTERPRISE_SERVER_OLDEST } from '../../lib/limits/operate.ts';
import { type Blocked, blockedBy, describeCheck, FIREWALL, type Finding, fail, fine, note, warn } from './check.ts';

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
      return causes.map(([problem, addresses]) => {
        const [first] = addresses;
        const what =
          addresses.length === 1 && first !== undefined ? `${CALLED[first.name]} of the code host` : 'The code host';
        const where = addresses.map(({ address }) => address).join(', ');
        return fail(`${what} is unreachable at ${where}: ${problem}.`, nextOf(problem));
      });
    }
    return [fine(`The web, REST and GraphQL URLs are reachable (${reach.map(({ address }) => address).join(', ')}).`)];
  },
});

function nextOf(message: string): string {
  if (message.startsWith('certificate not trusted')) {
    return 'Add its certificate authority: NODE_EXTRA_CA_CERTS=/path/to/ca.pem.';
  }
  if (message.startsWith('certificate'))
    return "Ask the code host's operator to renew the certificate, or fix the host name in CODE_HOST_URL.";
  if (message.startsWith('host name'))
    return "Check CODE_HOST_URL, CODE_HOST_API_URL, and this machine's DNS settings.";
  if (message.startsWith('the server does not use')) {
    return 'Check http:// or https:// and the port in CODE_HOST_URL and CODE_HOST_API_URL, and what a proxy does.';
  }
  if (message.startsWith('the proxy'))
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
