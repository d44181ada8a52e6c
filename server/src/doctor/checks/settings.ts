import { registeredAddresses } from '../../domain/app/app-registration.ts';
import { isLoopback } from '../../domain/loopback.ts';
import { describeCheck } from '../check.ts';
import { blockedBy, fail, fine, note, warn } from '../finding.ts';

export const settings = describeCheck({
  name: 'settings',
  about: 'every setting is there and of use; all problems at once',
  needs: ['settings'],
  judge: ({ settings: { problems, warnings, isConfigured } }) => {
    if (!isConfigured && problems.length === 0) return [NO_CODE_HOST];
    const findings = [
      ...problems.map((problem) => fail(problem, 'Set it right; orgdesk help settings lists all of them.')),
      ...warnings.map((warning) => warn(warning, 'Set it right, if that is not what is meant.')),
    ];
    return findings.length > 0 ? findings : [fine('All settings can be used.')];
  },
});

const NO_CODE_HOST = fail(
  'No code host is configured: orgdesk serves a simulated one, for trying out.',
  'Run npx orgdesk setup: it registers the App and writes the settings.',
);

export const baseUrl = describeCheck({
  name: 'base-url',
  about: 'whether orgdesk answers at BASE_URL, asked from this machine',
  needs: ['baseUrl', 'self'],
  judge: ({ baseUrl: { origin, hostname }, self }) => {
    if (self.ok) {
      if (self.value === 'orgdesk') return [fine(`orgdesk answers at ${origin}.`)];
      return [
        warn(
          `What answers at ${origin} is not orgdesk.`,
          'Lead that address to orgdesk (GET /healthz tells), or set BASE_URL to the address that does.',
        ),
      ];
    }
    if (self.refusal.startsWith('certificate')) {
      return [
        fail(
          `Browsers refuse ${origin}: ${self.refusal}.`,
          'Put a valid certificate for that name on the proxy before orgdesk.',
        ),
      ];
    }
    if (self.refusal.startsWith(NAME_NOT_FOUND) && !isLoopback(hostname)) return blockedBy('host-name');
    return [
      note(
        `${origin} did not answer this machine (${self.refusal}), which proves nothing: orgdesk may not run, or not be reached from here.`,
      ),
    ];
  },
});

/** Prefixes of the adapter's messages. */
const NAME_NOT_FOUND = 'host name not found';
const NAME_NOT_LOOKED_UP = 'host name could not be looked up';

export const hostName = describeCheck({
  name: 'host-name',
  about: 'the host name in BASE_URL is found, from this machine',
  needs: ['baseUrl', 'self'],
  judge: ({ baseUrl: { hostname }, self }) => {
    if (isLoopback(hostname)) return [fine(`The name ${hostname} in BASE_URL is this machine.`)];
    const problem = self.ok ? '' : self.refusal;
    if (problem.startsWith(NAME_NOT_FOUND)) {
      return [
        warn(
          `The name ${hostname} in BASE_URL is not found from this machine: a browser elsewhere may not find it either.`,
          'Compare BASE_URL with the address people open, and add the name to the DNS if it is not there.',
        ),
      ];
    }
    if (problem.startsWith(NAME_NOT_LOOKED_UP))
      return [note(`Whether the name ${hostname} exists could not be looked up from this machine.`)];
    return [fine(`The name ${hostname} in BASE_URL is found.`)];
  },
});

export const callback = describeCheck({
  name: 'callback',
  about: 'the callback and setup addresses, which no API tells: to be compared by eye',
  needs: ['baseUrl', 'registration'],
  judge: ({ baseUrl: url, registration: { settingsPage } }) => {
    const { callback: back, setup } = registeredAddresses(url);
    const where = settingsPage ?? 'the page of its settings';
    return [
      note(
        `Callback URL has to be ${back.href}, Setup URL ${setup.href}.`,
        `Compare with ${where}: the code host does not tell.`,
      ),
    ];
  },
});
