import { registeredAddresses } from '../../domain/app/app-registration.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, warn } from '../finding.ts';

export const settings = describeCheck({
  name: 'settings',
  about: 'every setting is there and of use; all problems at once',
  needs: ['settings'],
  judge: ({ settings: { problems, warnings } }) => {
    const told = [
      ...problems.map((problem) => fail(problem, 'Set it right; orgdesk --help lists all settings.')),
      ...warnings.map((warning) => warn(warning, 'Set it right, if that is not what is meant.')),
    ];
    return told.length > 0 ? told : [fine('All settings can be used.')];
  },
});

export const baseUrl = describeCheck({
  name: 'base-url',
  about: 'whether orgdesk answers at BASE_URL, asked from this machine',
  needs: ['baseUrl', 'self'],
  judge: ({ baseUrl: { origin }, self }) => {
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
    return [
      fine(
        `${origin} did not answer this machine (${self.refusal}), which proves nothing: orgdesk may not run, or not be reached from here.`,
      ),
    ];
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
      fine(
        `Callback URL has to be ${back.href}, Setup URL ${setup.href}.`,
        `Compare with ${where}: the code host does not tell.`,
      ),
    ];
  },
});
