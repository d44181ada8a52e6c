import type { Registration } from '../../../code-host/app/checks/types.ts';
import { NEEDED, NEEDED_EVENTS, NEEDED_PERMISSIONS, OPTIONAL_PERMISSIONS } from '../../../domain/app-registration.ts';
import { lackingOf, missingPermissions } from '../../../domain/permissions.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, warn } from '../finding.ts';

const permissionsPage = ({ settingsPage }: Registration): string =>
  settingsPage === null ? "the App's settings page › Permissions & events" : `${settingsPage}/permissions`;

export const permissions = describeCheck({
  name: 'permissions',
  about: 'the App requests every permission that orgdesk needs',
  needs: ['registration'],
  judge: ({ registration }) => {
    const missing = missingPermissions(NEEDED, registration.permissions);
    if (missing.length > 0) {
      return missing.map(({ name, wanted: needed, granted }) =>
        fail(
          `The App requests ${granted === null ? `no ${name}` : `${name}: ${granted}`}; orgdesk needs ${name}: ${needed}, ${purposeOf(name)}.`,
          `Request it at ${permissionsPage(registration)}; then an owner of each installation must accept it.`,
        ),
      );
    }
    const unused = lackingOf(OPTIONAL_PERMISSIONS, registration.permissions);
    const more = unused.map(({ name, level, purpose }) => ` Also useful: ${name}: ${level}, ${purpose}.`);
    return [fine(`The App requests all permissions that orgdesk needs.${more.join('')}`)];
  },
});

const purposeOf = (name: string): string => NEEDED_PERMISSIONS.find((needed) => needed.name === name)?.purpose ?? '';

export const events = describeCheck({
  name: 'events',
  about: 'the App subscribes to every event that orgdesk uses',
  needs: ['registration'],
  judge: ({ registration }) => {
    const missing = NEEDED_EVENTS.filter((event) => !registration.events.includes(event));
    if (missing.length === 0) return [fine('The App subscribes to all events that orgdesk uses.')];
    return [
      warn(
        `The App does not subscribe to ${missing.join(', ')}: these changes are missing from the audit log, or appear late.`,
        `Subscribe at ${permissionsPage(registration)}, below the permissions.`,
      ),
    ];
  },
});
