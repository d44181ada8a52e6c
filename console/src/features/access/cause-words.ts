import type { AccessCause, MissingPermission, OrganizationAccessView, UnrequestedPermission } from '@orgdesk/client';
import type { CodeHostAddress } from '../../lib/address/code-host.ts';
import {
  installationPermissionsHref,
  installationSettingsHref,
  installationsSettingsHref,
  installHref,
  invitationHref,
  peopleHref,
  peoplePath,
  profileHref,
  signInHref,
  singleSignOnHref,
} from '../../lib/address/paths.ts';
import { formatDay } from '../../lib/words/reader-locale.ts';
import { atSentenceStart } from '../../lib/words/sentence-start.ts';
import { ROLE_NAMES } from './access-points.ts';
import type { AccessSubject } from './access-subject.ts';

export interface CauseStep {
  readonly name: string;
  readonly href: string;
  /** True for pages of the console. */
  readonly isPage?: true;
  /** Set if a page may already offer the step. */
  readonly kind?: OfferedStep;
}

export type OfferedStep = 'install' | 'open-settings';

export interface CauseWords {
  readonly title: string;
  readonly sentence: string;
  readonly steps: readonly CauseStep[];
}

interface CauseContext {
  readonly subject: AccessSubject;
  readonly codeHost: CodeHostAddress;
  /** Null until the code host has answered. */
  readonly role: OrganizationAccessView['role'] | null;
  /** Where a sign-in or an installation returns to. */
  readonly here: string;
}

export function wordsOf(cause: AccessCause, { subject, codeHost, role, here }: CauseContext): CauseWords {
  const { login, name, organizationId } = subject;
  const { name: codeHostName, url: codeHostUrl } = codeHost;
  const administers = (role?.now ?? role?.atSignIn ?? (subject.administers ? 'admin' : 'member')) === 'admin';
  const signInAgain = { name: 'Sign in again', href: signInHref(here) };
  const admins = { name: 'See who is an admin', href: peoplePath(login), isPage: true } as const;
  const adminsThere = `See who is an admin at ${codeHostName}`;
  const host = (step: string, href: (url: string) => string): readonly CauseStep[] =>
    codeHostUrl === null ? [] : [{ name: step, href: href(codeHostUrl) }];

  switch (cause.kind) {
    case 'single-sign-on':
      return {
        title: `${name} is protected by single sign-on`,
        sentence: `Until you sign on there, ${codeHostName} shows orgdesk nothing of it in your name. Authorize it, then sign in to orgdesk again.`,
        steps: [
          ...(cause.authorizeUrl === null
            ? host(`Authorize at ${codeHostName}`, (url) => singleSignOnHref(url, login))
            : [{ name: `Authorize at ${codeHostName}`, href: cause.authorizeUrl }]),
          signInAgain,
        ],
      };
    case 'ip-allow-list':
      return {
        title: `${name} allows only addresses on its list`,
        sentence: `That of orgdesk is not among them, so that ${codeHostName} shows nothing of it here. An owner can add it to the IP allow list; who runs orgdesk knows the address.`,
        steps: [],
      };
    case 'no-membership':
      return {
        title: `${atSentenceStart(codeHostName)} shows no membership of yours`,
        sentence: `There is no organization “${login}”, or you are not a member of it. Look at how the name is written, or ask one of its owners to invite you.`,
        steps: host(`Look for it at ${codeHostName}`, (url) => profileHref(url, login)),
      };
    case 'membership-ended':
      return {
        title: `You no longer belong to ${name}`,
        sentence:
          'You did when you signed in. Sign in again to bring your list up to date; an owner can invite you back.',
        steps: [signInAgain],
      };
    case 'invitation-pending':
      return {
        title: `${name} invited you`,
        sentence: `You are a member once you accept. Accept at ${codeHostName}, then sign in to orgdesk again.`,
        steps: [...host('Open the invitation', (url) => invitationHref(url, login)), signInAgain],
      };
    case 'app-missing':
      return {
        title: `The App is not installed on ${name}`,
        sentence: 'Without it, people, teams and private repositories are not shown, and nobody can be invited.',
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
        sentence: `Until ${administers ? 'you unsuspend' : 'an owner unsuspends'} it at ${codeHostName}, people, teams and private repositories are not shown, and nobody can be invited.`,
        steps: administers
          ? host('Open its settings', (url) => settingsOf(subject, url, installationSettingsHref)).map((step) => ({
              ...step,
              kind: 'open-settings',
            }))
          : host(adminsThere, (url) => peopleHref(url, login)),
      };
    }
    case 'permissions-not-requested':
      return {
        title: 'The App does not ask for what orgdesk needs',
        sentence: `It needs ${list.format(cause.permissions.map(neededWords))}. Who runs orgdesk can change that at ${codeHostName}; then the owners of ${name} accept it.`,
        steps: cause.settingsUrl === null ? [] : [{ name: 'Change what the App asks for', href: cause.settingsUrl }],
      };
    case 'permissions-missing':
      return {
        title: 'The App asks for permissions that were not granted',
        sentence: `It lacks ${permissionList(cause.permissions)}. ${
          administers ? 'You can accept them' : 'An owner can accept them'
        } at ${codeHostName}.`,
        steps: administers
          ? host('Accept the permissions', (url) => settingsOf(subject, url, installationPermissionsHref))
          : [admins],
      };
    case 'not-known-at-sign-in':
      return {
        title: `${name} was not shown when you signed in`,
        sentence:
          'You belong to it now. orgdesk reads your organizations when you sign in: sign in again to see this one.',
        steps: [signInAgain],
      };
    case 'role-changed':
      return {
        title: `You are ${ROLE_NAMES[role?.now ?? 'member']} of ${name} now`,
        sentence: `When you signed in, you were ${role?.atSignIn === 'admin' ? 'an admin' : 'a member'}, and orgdesk goes by that. Sign in again to change it.`,
        steps: [signInAgain],
      };
    default:
      return {
        title: 'Something else is in the way',
        sentence: `The service names it “${unknownKind(cause)}”, which this page does not know yet. Load the page again to bring it up to date.`,
        steps: host(`Look at it at ${codeHostName}`, (url) => linkIn(cause, url) ?? profileHref(url, login)),
      };
  }
}

/** Unknown causes come from a newer service. */
const unknownKind = (cause: { readonly kind: string }): string => cause.kind;

/** Returns the first URL that belongs to the code host. */
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

const neededWords = ({ name, needed, requested, purpose }: UnrequestedPermission): string =>
  `${name.replaceAll('_', ' ')} (${needed}${requested === null ? '' : `, asks for ${requested}`}) ${purpose}`;
