import { ENTERPRISE_SERVER_OLDEST } from '../../../domain/limits/set-up-checks.ts';
import type { AddressCheck } from '../../../ports/code-host/app-checks.ts';
import { describeCheck } from '../check.ts';
import { blockedBy, fail, fine, note, warn } from '../finding.ts';

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
  return 'Check CODE_HOST_URL and CODE_HOST_API_URL, the firewall, and whether a proxy is needed (NODE_USE_ENV_PROXY=1).';
}

export const codeHostVersion = describeCheck({
  name: 'code-host-version',
  about: `Enterprise Server is version ${ENTERPRISE_SERVER_OLDEST.join('.')} or later`,
  needs: ['app'],
  judge: ({ app: { serverVersion } }) => {
    if (serverVersion === null) return [fine('The code host is not an Enterprise Server.')];
    const [major = 0, minor = 0] = serverVersion.split('.').map(Number);
    const [leastMajor, leastMinor] = ENTERPRISE_SERVER_OLDEST;
    if (Number.isNaN(major + minor)) return [note(`The code host is Enterprise Server ${serverVersion}.`)];
    if (major > leastMajor || (major === leastMajor && minor >= leastMinor))
      return [fine(`The code host is Enterprise Server ${serverVersion}.`)];
    return [
      warn(
        `The code host is Enterprise Server ${serverVersion}; orgdesk needs ${ENTERPRISE_SERVER_OLDEST.join('.')} or later.`,
        "Ask its operators to upgrade. Features missing in older versions fail with the code host's error message.",
      ),
    ];
  },
});

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
