import type { CheckedInstallation } from '../../../code-host/app/app-check-types.ts';
import { missingPermissions, NEEDED } from '../../../domain/installation.ts';
import { CHECKED_NAMES_MAX } from '../../../lib/limits/operate.ts';
import { describeCheck } from '../facts.ts';
import { type Finding, fine, note, warn } from '../finding.ts';

export const installations = describeCheck({
  name: 'installations',
  about: 'each installation grants the permissions the App requests',
  needs: ['installations', 'registration'],
  judge: ({ installations: { installations: all, isComplete }, registration: { permissions, page } }) => {
    if (all.length === 0) {
      return [
        note('The App is not installed anywhere yet.', page === null ? null : `Install it: ${page}/installations/new`),
      ];
    }
    const lacking = all.flatMap((installation) => {
      const missing = missingPermissions(permissions, installation.permissions);
      return missing.length === 0 ? [] : [{ installation, missing }];
    });
    const counted = isComplete ? `${all.length}` : `the first ${all.length}`;
    if (lacking.length === 0) return [fine(`Every installation grants all requested permissions (${counted}).`)];
    const lines = lacking.slice(0, CHECKED_NAMES_MAX).map(({ installation, missing }) => {
      const names = missing.map(({ name, wanted: requested }) => `${name}: ${requested}`).join(', ');
      const isNeeded = missing.some(({ name }) => NEEDED.has(name));
      return warn(
        `${installation.accountLogin} has not granted ${names}${isNeeded ? ', which orgdesk needs to work there' : ''}.`,
        `An organization owner can accept at ${grantPage(installation)}`,
      );
    });
    return [
      ...lines,
      ...restOf(lacking.length, `of ${counted} installations have not granted all requested permissions.`),
    ];
  },
});

const grantPage = ({ page, accountLogin }: CheckedInstallation): string =>
  page === null ? `the settings of ${accountLogin} › GitHub Apps` : `${page}/permissions/update`;

export const suspended = describeCheck({
  name: 'suspended',
  about: 'no installation is suspended',
  needs: ['installations'],
  judge: ({ installations: { installations: all } }) => {
    const asleep = all.filter(({ suspendedAt }) => suspendedAt !== null);
    if (asleep.length === 0) return [fine('No installation is suspended.')];
    const lines = asleep
      .slice(0, CHECKED_NAMES_MAX)
      .map(({ accountLogin, suspendedAt, page }) =>
        warn(
          `The installation on ${accountLogin} has been suspended since ${suspendedAt?.toISOString().slice(0, 10)}, so orgdesk does not work there.`,
          `An organization owner can unsuspend it at ${page ?? `the settings of ${accountLogin} › GitHub Apps`}`,
        ),
      );
    return [...lines, ...restOf(asleep.length, 'installations are suspended.')];
  },
});

export const requests = describeCheck({
  name: 'requests',
  about: 'no request to install the App is pending',
  needs: ['requests'],
  judge: ({ requests: waiting }) => {
    if (waiting.length === 0) return [fine('No request to install the App is pending.')];
    const lines = waiting
      .slice(0, CHECKED_NAMES_MAX)
      .map(({ organization, requester, requestedAt, approvalPage }) =>
        warn(
          `${requester.login} requested the App for ${organization.login} on ${requestedAt.toISOString().slice(0, 10)}; the request is pending.`,
          `An organization owner can approve it at ${approvalPage}`,
        ),
      );
    return [...lines, ...restOf(waiting.length, 'requests to install the App are pending.')];
  },
});

const restOf = (count: number, words: string): readonly Finding[] =>
  count <= CHECKED_NAMES_MAX ? [] : [warn(`${count} ${words}`, `The first ${CHECKED_NAMES_MAX} are listed.`)];
