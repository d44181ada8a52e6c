import { ENTERPRISE_SERVER_OLDEST } from '../../domain/limits/set-up-checks.ts';
import type { AddressCheck } from '../../ports/code-host/app-checks.ts';
import { describeCheck } from '../check.ts';
import { blockedBy, fail, fine, note, warn } from '../finding.ts';

const CALLED: Readonly<Record<AddressCheck['name'], string>> = {
  web: 'The web address',
  rest: 'The REST API',
  graphql: 'The GraphQL API',
};

export const codeHost = describeCheck({
  name: 'code-host',
  about: 'the web, REST and GraphQL addresses can be reached, with a certificate that is trusted',
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
        return fail(`${what} cannot be reached at ${where}: ${problem}.`, nextOf(problem));
      });
    }
    return [fine(`The web, REST and GraphQL addresses answer (${reach.map(({ address }) => address).join(', ')}).`)];
  },
});

function nextOf(words: string): string {
  if (words.startsWith('certificate not trusted')) {
    return 'Name the authority that signed it to Node.js: NODE_EXTRA_CA_CERTS=/path/to/ca.pem.';
  }
  if (words.startsWith('certificate'))
    return 'Its operator has to renew the certificate, or CODE_HOST_URL has another name.';
  if (words.startsWith('host name'))
    return 'Check CODE_HOST_URL and CODE_HOST_API_URL, and how this machine looks names up.';
  return 'Check CODE_HOST_URL and CODE_HOST_API_URL, the firewall, and whether a proxy is needed (NODE_USE_ENV_PROXY=1).';
}

export const codeHostVersion = describeCheck({
  name: 'code-host-version',
  about: `an Enterprise Server is of version ${ENTERPRISE_SERVER_OLDEST.join('.')} or newer`,
  needs: ['app'],
  judge: ({ app: { serverVersion } }) => {
    if (serverVersion === null) return [fine('The code host names no version: it is no Enterprise Server.')];
    const [major = 0, minor = 0] = serverVersion.split('.').map(Number);
    const [leastMajor, leastMinor] = ENTERPRISE_SERVER_OLDEST;
    if (Number.isNaN(major + minor))
      return [note(`The code host is an Enterprise Server of version ${serverVersion}.`)];
    if (major > leastMajor || (major === leastMajor && minor >= leastMinor))
      return [fine(`The code host is an Enterprise Server of version ${serverVersion}.`)];
    return [
      warn(
        `The code host is an Enterprise Server of version ${serverVersion}; orgdesk needs ${ENTERPRISE_SERVER_OLDEST.join('.')} or newer.`,
        'Have its operators upgrade it: what older ones lack fails here with the words of the code host.',
      ),
    ];
  },
});

export const address = describeCheck({
  name: 'address',
  about: 'from which address calls leave, for the IP allow lists of organizations',
  needs: ['reach', 'app'],
  judge: ({ reach, app: { registration } }) => {
    const outcome = reach.find(({ name }) => name === 'rest')?.outcome;
    if (outcome === undefined || !outcome.ok) return blockedBy('code-host');
    const { from, isProxied } = outcome.value;
    const here = from === null ? 'an address that is not known' : from.replace(/^::ffff:/, '');
    const left = isProxied
      ? `Calls leave this machine from ${here} for a proxy; the code host sees the address of the proxy.`
      : `Calls leave this machine from ${here}; behind a NAT the code host sees another address.`;
    if (!registration.ok && registration.refusal.kind === 'ip-allow-list') {
      return [
        fail(
          `${left} An IP allow list refuses it: ${registration.refusal.message}`,
          'Its owner has to allow the address: organization settings, Authentication security, IP allow list.',
        ),
      ];
    }
    return [fine(left)];
  },
});
