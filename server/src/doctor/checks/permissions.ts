import { NEEDED, NEEDED_EVENTS, NEEDED_PERMISSIONS, USEFUL_PERMISSIONS } from '../../domain/app/app-registration.ts';
import { missingPermissions } from '../../domain/app/permissions.ts';
import type { Registration } from '../../ports/code-host/app-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, warn } from '../finding.ts';

const permissionsPage = ({ settingsPage }: Registration): string =>
  settingsPage === null ? 'the settings page of the App, Permissions & events' : `${settingsPage}/permissions`;

export const permissions = describeCheck({
  name: 'permissions',
  about: 'the App asks for every permission that orgdesk needs',
  needs: ['registration'],
  judge: ({ registration }) => {
    const missing = missingPermissions(NEEDED, registration.permissions);
    if (missing.length > 0) {
      return missing.map(({ name, wanted: needed, granted }) =>
        fail(
          `The App asks for ${granted === null ? `no ${name}` : `${name}: ${granted}`}; orgdesk needs ${name}: ${needed}, ${purposeOf(name)}.`,
          `Ask for it at ${permissionsPage(registration)}; then the owner of each installation has to accept.`,
        ),
      );
    }
    const unused = USEFUL_PERMISSIONS.filter(({ name }) => !registration.permissions.has(name));
    const more = unused.map(({ name, level, purpose }) => ` Also useful: ${name}: ${level}, ${purpose}.`);
    return [fine(`The App asks for all that orgdesk needs.${more.join('')}`)];
  },
});

const purposeOf = (name: string): string => NEEDED_PERMISSIONS.find((needed) => needed.name === name)?.purpose ?? '';

export const events = describeCheck({
  name: 'events',
  about: 'the App subscribes to every event that orgdesk follows',
  needs: ['registration'],
  judge: ({ registration }) => {
    const missing = NEEDED_EVENTS.filter((event) => !registration.events.includes(event));
    if (missing.length === 0) return [fine('The App subscribes to all events that orgdesk follows.')];
    return [
      warn(
        `The App does not subscribe to ${missing.join(', ')}: what happens there is missing in audit trails, or late.`,
        `Subscribe at ${permissionsPage(registration)}, below the permissions.`,
      ),
    ];
  },
});
