import type { CheckedInstallation } from '../../code-host/app/app-check-types.ts';
import { missingPermissions, NEEDED } from '../../domain/installation.ts';
import { BUDGET_WARNING_SHARE, CHECKED_NAMES_MAX } from '../../lib/limits/operate.ts';
import { blockedBy, describeCheck, type Finding, fail, fine, note, warn } from './check.ts';

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

export const grantPage = ({ page, accountLogin }: CheckedInstallation): string =>
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

const restOf = (count: number, text: string): readonly Finding[] =>
  count <= CHECKED_NAMES_MAX ? [] : [warn(`${count} ${text}`, `The first ${CHECKED_NAMES_MAX} are listed.`)];

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
