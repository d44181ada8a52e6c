import type { CheckedInstallation } from '../../code-host/app/app-check-types.ts';
import { saysSuspended } from '../../code-host/send/refusals.ts';
import { APP_TRIALS, type AppTrial } from '../../domain/app-work.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { missingPermissions, type Permissions } from '../../domain/installation.ts';
import { type CheckedAppWork, describeCheck, type Finding, fail, findingOf, fine, note, warn } from './check.ts';
import { grantPage } from './check-installations.ts';
import { messageOf } from './readers.ts';

export const appWork = describeCheck({
  name: 'app-work',
  about: 'the App can do what jobs need that continue after a sign-out',
  needs: ['settings', 'appWork'],
  judge: ({ settings: { hasWebhookSecret }, appWork: { checked, count } }) => {
    if (count === 0) return [fine('Jobs continue after a sign-out in no organization.')];
    const unsafe = hasWebhookSecret ? [] : [secretMissing(count)];
    if (!checked.ok) {
      const unread = findingOf(checked.refusal);
      if ('blockedBy' in unread) return unsafe.length === 0 ? unread : unsafe;
      return [...unsafe, ...unread];
    }
    const others = count - checked.value.length;
    return [
      ...unsafe,
      ...checked.value.map(findingIn),
      ...(others > 0
        ? [note(`Jobs continue after a sign-out in ${others} more organizations, which were not checked.`)]
        : []),
    ];
  },
});

const secretMissing = (count: number): Finding =>
  fail(
    `CODE_HOST_WEBHOOK_SECRET is not set, so jobs do not continue after a sign-out in ${count} ${count === 1 ? 'organization' : 'organizations'} where owners allowed it: forged webhooks could confirm changes.`,
    "Set it and the App's Webhook secret to the same random value, or have an owner switch this off in each organization.",
  );

const MEMBERS: Permissions = new Map([['members', 'write']]);
const TEAM_ACCESS: Permissions = new Map([['administration', 'write']]);

function findingIn(organization: CheckedAppWork): Finding {
  const { id, login, installation, tokenRefusal } = organization;
  const name = login ?? `The organization with ID ${id}`;
  if (installation === 'unlisted') return note(`${name} was not checked: the App has too many installations.`);
  if (installation === 'missing') {
    return warn(
      `${name}: ${STOPPED}, because the App is not installed there.`,
      'An organization owner can install the App, or switch this off.',
    );
  }
  if (installation.suspendedAt !== null) return suspendedFinding(name, installation);
  if (missingPermissions(MEMBERS, installation.permissions).length > 0) return notGranted(name, installation);
  return tokenRefusal === null || tokenRefusal === 'untried'
    ? usable(name, organization, installation)
    : refused(name, tokenRefusal, installation);
}

const STOPPED = 'jobs do not continue after a sign-out';

const suspendedFinding = (name: string, { page }: CheckedInstallation): Finding =>
  warn(
    `${name}: ${STOPPED}, because the installation is suspended.`,
    `An organization owner can unsuspend it at ${page ?? `the settings of ${name} › GitHub Apps`}`,
  );

const notGranted = (name: string, installation: CheckedInstallation): Finding =>
  warn(
    `${name}: ${STOPPED}, because members: write is not granted.`,
    `An organization owner can accept at ${grantPage(installation)}`,
  );

/** GitHub docs: Create an installation access token for an app. */
function refused(name: string, refusal: HostRefusal, installation: CheckedInstallation): Finding {
  switch (refusal.kind) {
    case 'missing':
      return warn(
        `${name}: ${STOPPED}, because the installation is not found.`,
        'An organization owner can install the App again, or switch this off.',
      );
    case 'rejected':
      if (refusal.status === 403 && saysSuspended(refusal.message)) return suspendedFinding(name, installation);
      if (refusal.status === 422) return notGranted(name, installation);
      break;
    case 'ip-allow-list':
    case 'single-sign-on':
      break;
    case 'rate-limited':
    case 'unauthorized':
    case 'unreachable':
      return warn(`${name} was not checked: ${plain(messageOf(refusal))}.`, 'Retry orgdesk doctor.');
  }
  return warn(
    `${name}: ${STOPPED}, because a token with members: write is refused: ${plain(messageOf(refusal))}.`,
    `An organization owner can review the App at ${installation.page ?? `the settings of ${name} › GitHub Apps`}`,
  );
}

const TRIALS: Readonly<Record<AppTrial, string>> = {
  'invite-by-email': 'Invitations by email',
  'invite-as-owner': 'Invitations as owner',
};

/** A note unless everything is granted and proved. */
function usable(name: string, { trials, tokenRefusal }: CheckedAppWork, installation: CheckedInstallation): Finding {
  const tried = APP_TRIALS.map((trial) => {
    const found = trials.find((each) => each.trial === trial && each.installationId === installation.id);
    return { trial, outcome: outcomeOf(found), isProved: found?.refusal === null };
  });
  const what = tokenRefusal === null ? 'a token with members: write' : 'members: write';
  const granted = `${name}: the App is installed, and ${what} is granted.`;
  const waiting = waitingIn(installation);
  const proofs = tried.map(({ trial, outcome }) => `${TRIALS[trial]}: ${outcome}.`);
  const isProved = waiting.length === 0 && tried.every((each) => each.isProved);
  return (isProved ? fine : note)([granted, ...waiting, ...proofs].join(' '));
}

/** Steps that the App leaves to people. */
function waitingIn({ permissions, repositorySelection }: CheckedInstallation): readonly string[] {
  const lacksTeamAccess = missingPermissions(TEAM_ACCESS, permissions).length > 0;
  return [
    ...(lacksTeamAccess ? [`Without administration: write, changes to the access of teams ${WAIT}.`] : []),
    ...(repositorySelection === 'selected'
      ? [`The App covers only selected repositories: changes to repository access ${WAIT}.`]
      : []),
  ];
}

const WAIT = 'wait for somebody who is signed in';

function outcomeOf(trial: { readonly refusal: string | null } | undefined): string {
  if (trial === undefined) return 'not tried yet';
  return trial.refusal === null ? 'worked' : `refused: ${plain(trial.refusal)}`;
}

const plain = (message: string): string => message.replace(/[.\s]+$/, '');
