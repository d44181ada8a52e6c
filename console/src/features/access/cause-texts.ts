import type {
  AccessCause,
  MembershipRole,
  MissingPermission,
  OptionalPermission,
  OrganizationAccessView,
  UncheckedPart,
  UnrequestedPermission,
} from '@orgdesk/client';
import type { CodeHostAddress } from '../../lib/address/code-host.ts';
import {
  installationPermissionsHref,
  installationSettingsHref,
  installationsSettingsHref,
  installHref,
  invitationHref,
  organizationPath,
  peopleHref,
  peoplePath,
  profileHref,
  singleSignOnHref,
} from '../../lib/address/paths.ts';
import { signInHref } from '../../lib/address/sign-in-href.ts';
import { WITHOUT_APP } from '../../lib/app.ts';
import { formatDay } from '../../lib/reader-locale.ts';

export interface AccessSubject {
  readonly login: string;
  readonly name: string;
  readonly organizationId: number | null;
  readonly installationId: number | null;
  /** Read at sign-in. */
  readonly administers: boolean;
}

/** For use in running text. */
export const ROLE_NAMES: Readonly<Record<MembershipRole, string>> = {
  admin: 'an owner',
  member: 'a member',
  billing_manager: 'a billing manager',
};

interface CauseStep {
  readonly name: string;
  readonly href: string;
  readonly isPage?: true;
  /** Set if a page may already offer the step. */
  readonly kind?: OfferedStep;
}

export type OfferedStep = 'install' | 'open-settings';

interface CauseTexts {
  readonly title: string;
  readonly message: string;
  readonly steps: readonly CauseStep[];
}

interface CauseContext {
  readonly subject: AccessSubject;
  readonly codeHost: CodeHostAddress;
  readonly role: OrganizationAccessView['role'] | null;
  /** Where a sign-in or an installation returns to. */
  readonly here: string;
}

export function causeTexts(cause: AccessCause, { subject, codeHost, role, here }: CauseContext): CauseTexts {
  const { login, name, organizationId } = subject;
  const { name: codeHostName, url: codeHostUrl } = codeHost;
  const administers = (role?.now ?? role?.atSignIn ?? (subject.administers ? 'admin' : 'member')) === 'admin';
  const signInAgain = { name: 'Sign in again', href: signInHref(here) };
  const admins = { name: 'View owners', href: peoplePath(login), isPage: true } as const;
  const adminsThere = `View owners on ${codeHostName}`;
  const host = (step: string, href: (url: string) => string): readonly CauseStep[] =>
    codeHostUrl === null ? [] : [{ name: step, href: href(codeHostUrl) }];

  switch (cause.kind) {
    case 'single-sign-on':
      return {
        title: `${name} requires single sign-on`,
        message: `orgdesk can’t read this organization until you authorize it on ${codeHostName}. Authorize it, then sign in to orgdesk again.`,
        steps: [
          ...(cause.authorizeUrl === null
            ? host(`Authorize on ${codeHostName}`, (url) => singleSignOnHref(url, login))
            : [{ name: `Authorize on ${codeHostName}`, href: cause.authorizeUrl }]),
          signInAgain,
        ],
      };
    case 'ip-allow-list':
      return {
        title: `${name} blocks the IP address of orgdesk`,
        message: `Ask an owner to add it to the IP allow list on ${codeHostName}. The operator of orgdesk can provide the address.`,
        steps: [],
      };
    case 'no-membership':
      return {
        title: `You aren’t a member of ${login}`,
        message: `It may not exist, or you may not belong to it. Check the spelling, or ask an owner to invite you.`,
        steps: host(`Find it on ${codeHostName}`, (url) => profileHref(url, login)),
      };
    case 'renamed': {
      const there = here.replace(organizationPath(cause.formerLogin), () => organizationPath(cause.login));
      return {
        title: `${cause.formerLogin} is now ${cause.login}`,
        message: 'The organization was renamed. Sign in again to continue under its new name.',
        steps: [{ name: 'Sign in again', href: signInHref(there) }],
      };
    }
    case 'membership-ended':
      return {
        title: `You’re no longer a member of ${name}`,
        message: 'You were when you signed in. Sign in again to update your list, or ask an owner to invite you.',
        steps: [signInAgain],
      };
    case 'invitation-pending':
      return {
        title: `${name} invited you`,
        message: `Accept the invitation on ${codeHostName}, then sign in to orgdesk again.`,
        steps: [...host('View invitation', (url) => invitationHref(url, login)), signInAgain],
      };
    case 'app-missing':
      return {
        title: `The App is not installed on ${name}`,
        message: WITHOUT_APP,
        steps: [
          {
            name: administers ? 'Install the App' : 'Request the App',
            href: installHref(here, organizationId),
            kind: 'install',
          },
          // Without the App, the console's people page would be empty.
          ...(administers ? [] : host(adminsThere, (url) => peopleHref(url, login))),
        ],
      };
    case 'app-suspended': {
      const day = formatDay(cause.suspendedAt);
      return {
        title: `The App is suspended on ${name}${day === null ? '' : ` since ${day}`}`,
        message: `${administers ? 'Unsuspend it' : 'Ask an owner to unsuspend it'} on ${codeHostName} to show people, teams, and private repositories, and to invite people.`,
        steps: administers
          ? host('App settings', (url) => settingsOf(subject, url, installationSettingsHref)).map((step) => ({
              ...step,
              kind: 'open-settings',
            }))
          : host(adminsThere, (url) => peopleHref(url, login)),
      };
    }
    case 'permissions-not-requested':
      return {
        title: 'The App doesn’t request all permissions orgdesk needs',
        message: `Missing: ${list.format(cause.permissions.map(neededText))}. The operator of orgdesk must add them on ${codeHostName}, then an owner of ${name} must accept them.`,
        steps: cause.settingsUrl === null ? [] : [{ name: 'Edit App permissions', href: cause.settingsUrl }],
      };
    case 'permissions-missing':
      return {
        title: 'The App is missing permissions',
        message: `Missing: ${permissionList(cause.permissions)}. ${
          administers ? 'Accept them' : 'Ask an owner to accept them'
        } on ${codeHostName}.`,
        steps: administers
          ? host('Review permissions', (url) => settingsOf(subject, url, installationPermissionsHref))
          : [admins],
      };
    case 'not-known-at-sign-in':
      return {
        title: `You joined ${name} after you signed in`,
        message: 'Sign in again to add it to your organizations.',
        steps: [signInAgain],
      };
    case 'role-changed':
      return {
        title: `You are now ${ROLE_NAMES[role?.now ?? 'member']} of ${name}`,
        message: `You were ${role?.atSignIn === 'admin' ? 'an owner' : 'a member'} when you signed in. Sign in again to update your role.`,
        steps: [signInAgain],
      };
    default:
      return {
        title: 'Access is blocked for an unknown reason',
        message: `orgdesk reports “${unknownKind(cause)}”. Reload the page to get the latest version.`,
        steps: host(`View on ${codeHostName}`, (url) => linkIn(cause, url) ?? profileHref(url, login)),
      };
  }
}

/** Unknown causes come from a newer service. */
const unknownKind = (cause: { readonly kind: string }): string => cause.kind;

function linkIn(cause: object, codeHostUrl: string): string | null {
  const { origin } = new URL(codeHostUrl);
  const values: readonly unknown[] = Object.values(cause);
  return (
    values.find((value): value is string => typeof value === 'string' && URL.parse(value)?.origin === origin) ?? null
  );
}

type SettingsHref = typeof installationSettingsHref;

function settingsOf({ login, installationId }: AccessSubject, url: string, href: SettingsHref): string {
  if (installationId === null) return installationsSettingsHref(url, login);
  return href(url, { installationId, login, type: 'organization' });
}

const list = new Intl.ListFormat('en');

const permissionList = (permissions: readonly MissingPermission[]): string =>
  list.format(
    permissions.map(
      ({ name, wanted, granted }) =>
        `${name.replaceAll('_', ' ')} (${wanted}${granted === null ? '' : `, has ${granted}`})`,
    ),
  );

const neededText = ({ name, needed, requested, purpose }: UnrequestedPermission): string =>
  `${name.replaceAll('_', ' ')} (${needed}${requested === null ? '' : `, requests ${requested}`}) ${purpose}`;

/** Empty without any; the field is missing in answers of earlier versions. */
export const optionalText = (permissions: readonly OptionalPermission[] = []): string =>
  permissions.length === 0
    ? ''
    : `. Optional, not granted: ${list.format(
        permissions.map(({ name, needed, purpose }) => `${name.replaceAll('_', ' ')} (${needed}) ${purpose}`),
      )}. The operator of orgdesk can add ${permissions.length === 1 ? 'it' : 'them'} to the App.`;

const OF_THE_APP = ['app-missing', 'app-suspended', 'permissions-not-requested', 'permissions-missing'];

/** Omits memberships that a broken App could not read. */
export const unexplained = ({ causes, unchecked }: OrganizationAccessView): readonly UncheckedPart[] =>
  unchecked.filter(
    ({ part, reason }) =>
      part !== 'membership' || reason !== 'refused' || !causes.some(({ kind }) => OF_THE_APP.includes(kind)),
  );

export function uncheckedMessage({ part, reason }: UncheckedPart, codeHost: CodeHostAddress): string {
  const what = part === 'membership' ? 'your membership' : 'the App and its permissions';
  switch (reason) {
    case 'rate-limited':
      return `Couldn’t check ${what}: rate limit reached. Try again in a few minutes.`;
    case 'asked-too-often':
      return 'Too many checks. Try again in a minute.';
    case 'unreachable':
      return `Couldn’t check ${what}: ${codeHost.name} isn’t responding. Try again later.`;
    case 'refused':
      return `Couldn’t check ${what}: ${codeHost.name} denied access. The App may be missing, suspended, or lack permission.`;
    default:
      // A newer service may send other reasons.
      return `Couldn’t check ${what}. Try again in a minute.`;
  }
}
