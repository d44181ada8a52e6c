import { registeredAddresses } from '../../domain/installation.ts';
import { isLoopback } from '../../lib/texts.ts';
import { blockedBy, describeCheck, type Finding, fail, fine, note, warn } from './check.ts';
import type { ListenAddress } from './try-listening.ts';

export const settings = describeCheck({
  name: 'settings',
  about: 'every setting is present and valid',
  needs: ['settings'],
  judge: ({ settings: { problems, warnings, isConfigured } }) => {
    if (!isConfigured && problems.length === 0) return [NO_CODE_HOST];
    const findings = [
      ...problems.map((problem) => fail(problem, 'Fix the setting. To list all settings: orgdesk help settings')),
      ...warnings.map((warning) => warn(warning, 'Fix the setting if this is not intended.')),
    ];
    return findings.length > 0 ? findings : [fine('All settings are valid.')];
  },
});

const NO_CODE_HOST = fail(
  'No code host is configured: orgdesk uses a simulated one, for evaluation.',
  'Run npx orgdesk setup: it registers the App and writes the settings.',
);

export const baseUrl = describeCheck({
  name: 'base-url',
  about: 'orgdesk is reachable at BASE_URL from this machine',
  needs: ['baseUrl', 'self', 'listening'],
  judge: ({ baseUrl: { origin, hostname }, self, listening }) => {
    if (self.ok) {
      if (self.value === 'orgdesk') return [fine(`orgdesk is reachable at ${origin}.`)];
      return [
        warn(
          `A different server answers at ${origin}.`,
          "Route that URL to orgdesk (test with GET /healthz), or set BASE_URL to orgdesk's URL.",
        ),
      ];
    }
    if (self.refusal.startsWith('certificate')) {
      return [
        fail(
          `Browsers reject ${origin}: ${self.refusal}.`,
          'Install a valid certificate for that name on the proxy in front of orgdesk.',
        ),
      ];
    }
    if (self.refusal.startsWith(NO_TLS)) {
      return [
        fail(
          `Browsers cannot open ${origin}: ${self.refusal}.`,
          'Install a certificate for that name on the proxy in front of orgdesk, or correct the port in BASE_URL.',
        ),
      ];
    }
    const redirect = /^answered (3\d\d); redirects/.exec(self.refusal);
    if (redirect !== null) {
      return [
        warn(
          `${origin} answers with a redirect (${redirect[1]}) instead of orgdesk.`,
          'Set BASE_URL to the URL that people end at. If that is a sign-in in front of orgdesk, exempt /api/install/webhook and /healthz.',
        ),
      ];
    }
    const isRunning = listening === null || listening.some(({ outcome }) => outcome.kind === 'orgdesk');
    if (self.refusal.startsWith(PROXY_RESPONDED) && isRunning) {
      return [
        warn(
          `orgdesk is running, but at ${origin} ${self.refusal}.`,
          'Make the proxy pass requests on to HOST and PORT, and let HOST be an address that it can reach.',
        ),
      ];
    }
    if (self.refusal.startsWith(NAME_NOT_FOUND) && !isLoopback(hostname)) return blockedBy('host-name');
    return [
      note(
        `${origin} did not answer this machine (${self.refusal}), which is inconclusive: orgdesk may not be running, or may be unreachable from here.`,
      ),
    ];
  },
});

/** Prefixes of messages of calls to the code host. */
const NAME_NOT_FOUND = 'host name not found';
const NO_TLS = 'the server does not use TLS';
const PROXY_RESPONDED = 'a proxy responded with';
const NAME_NOT_LOOKED_UP = 'host name could not be looked up';

export const hostName = describeCheck({
  name: 'host-name',
  about: 'the host name in BASE_URL resolves on this machine',
  needs: ['baseUrl', 'self'],
  judge: ({ baseUrl: { hostname }, self }) => {
    if (isLoopback(hostname)) return [fine(`The name ${hostname} in BASE_URL is this machine.`)];
    const problem = self.ok ? '' : self.refusal;
    if (problem.startsWith(NAME_NOT_FOUND)) {
      return [
        warn(
          `The name ${hostname} in BASE_URL does not resolve on this machine, and may not resolve elsewhere either.`,
          'Compare BASE_URL with the URL people open, and add the name to DNS if it is missing.',
        ),
      ];
    }
    if (problem.startsWith(NAME_NOT_LOOKED_UP))
      return [note(`Not checked: this machine could not query DNS for ${hostname}.`)];
    return [fine(`The name ${hostname} in BASE_URL resolves.`)];
  },
});

export const callback = describeCheck({
  name: 'callback',
  about: 'the callback and setup URLs, which you compare yourself because no API reports them',
  needs: ['baseUrl', 'registration'],
  judge: ({ baseUrl: url, registration: { settingsPage } }) => {
    const { callback: back, setup } = registeredAddresses(url);
    const where = settingsPage ?? "the App's settings page";
    return [
      note(
        `The Callback URL must be ${back.href} and the Setup URL ${setup.href}.`,
        `Compare them with ${where}; the code host does not report them.`,
      ),
    ];
  },
});

export const listen = describeCheck({
  name: 'listen',
  about: 'orgdesk can listen on HOST and PORT, METRICS_HOST and METRICS_PORT',
  needs: ['listening'],
  judge: ({ listening }) => {
    if (listening === null) return [fine('orgdesk is listening.')];
    const problems = listening.flatMap(problemOf);
    if (problems.length > 0) return problems;
    return [fine(listening.map(factOf).join(' '))];
  },
});

function factOf({ prefix, host, port, outcome }: ListenAddress): string {
  const address = `${host}, port ${port}`;
  if (outcome.kind === 'orgdesk') return `orgdesk is listening on ${address}.`;
  if (outcome.kind === 'shared') return `Instances with REUSE_PORT share ${address}.`;
  return `${address} in ${prefix}HOST and ${prefix}PORT is free.`;
}

function problemOf({ prefix, host, port, outcome }: ListenAddress): readonly Finding[] {
  switch (outcome.kind) {
    case 'free':
    case 'orgdesk':
    case 'shared':
      return [];
    case 'taken':
      return [fail(`Port ${port} is already in use.`, `Stop the other program, or set ${prefix}PORT.`)];
    case 'refused':
      return [
        fail(
          `orgdesk cannot listen on the address in ${prefix}HOST and ${prefix}PORT (${outcome.code}).`,
          nextOf(outcome.code, { prefix, host, port }),
        ),
      ];
  }
}

function nextOf(code: string, { prefix, host, port }: Omit<ListenAddress, 'outcome'>): string {
  if (code === 'EACCES') return `Set ${prefix}PORT to 1024 or more: this user is not allowed to use port ${port}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Set ${prefix}HOST to an address of this machine: ${host} was not found.`;
  return `Set ${prefix}HOST to an address of this machine; use 127.0.0.1 for local access only, 0.0.0.0 for all addresses.`;
}
