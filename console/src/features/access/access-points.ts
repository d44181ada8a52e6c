import type { AccessCause, MembershipRole, OrganizationAccessView, UncheckedPart } from '@orgdesk/client';
import { unexplained } from './unchecked-words.ts';

/** `needs-step`: a cause says what is in the way. `unknown`: it could not be looked at, or not before something else. */
export type Mark = 'in-order' | 'needs-step' | 'unknown';

/** One of the things that what orgdesk may do depends on. */
export interface AccessPoint {
  readonly name: 'Membership' | 'Single sign-on' | 'App' | 'Permissions';
  readonly mark: Mark;
  /** What is in the way; the words for it come from the causes. */
  readonly causes: readonly AccessCause[];
  /** Why it is not known, when the code host was asked in vain. */
  readonly unchecked: UncheckedPart | null;
  /** What holds, or what has to come first; empty where causes or `unchecked` say it. */
  readonly sentence: string;
}

/** What somebody is, within a sentence. */
export const ROLE_NAMES: Readonly<Record<MembershipRole, string>> = {
  admin: 'an admin',
  member: 'a member',
  billing_manager: 'a billing manager',
};

type Kind = AccessCause['kind'];

const PLACES: Readonly<Record<Kind, AccessPoint['name']>> = {
  'ip-allow-list': 'Membership',
  'no-membership': 'Membership',
  'membership-ended': 'Membership',
  'invitation-pending': 'Membership',
  'not-known-at-sign-in': 'Membership',
  'role-changed': 'Membership',
  'single-sign-on': 'Single sign-on',
  'app-missing': 'App',
  'app-suspended': 'App',
  'permissions-not-requested': 'Permissions',
  'permissions-missing': 'Permissions',
};

/** A cause of a newer service has a place too: no point may be called in order while something is in the way. */
const placeOf = (kind: Kind): AccessPoint['name'] => (Object.hasOwn(PLACES, kind) ? PLACES[kind] : 'Permissions');

/** The result of a check, point by point: each cause stands at exactly one of them. */
export function pointsOf(access: OrganizationAccessView): readonly AccessPoint[] {
  const { role, causes } = access;
  const at = (name: AccessPoint['name']) => causes.filter(({ kind }) => placeOf(kind) === name);
  const uncheckedPart = (part: UncheckedPart['part']) =>
    unexplained(access).find((entry) => entry.part === part) ?? null;
  const [signOn, app, permissions] = [at('Single sign-on'), at('App'), at('Permissions')];
  const [membership, installation] = [uncheckedPart('membership'), uncheckedPart('installation')];
  // Only for those who belong to an organization the App in it is looked at.
  const isStranger =
    role.now === null &&
    (role.atSignIn === null || causes.some(({ kind }) => kind === 'single-sign-on' || kind === 'no-membership'));

  return [
    pointOf('Membership', {
      causes: at('Membership'),
      unchecked: membership,
      inOrder: role.now === null ? null : `You are ${ROLE_NAMES[role.now]}.`,
      first: firstOf(signOn, permissions),
    }),
    pointOf('Single sign-on', {
      causes: signOn,
      unchecked: null,
      inOrder: role.now === null ? null : 'Nothing is asked of you.',
      first: 'This is known together with your membership.',
    }),
    pointOf('App', {
      causes: app,
      unchecked: installation,
      inOrder: isStranger ? null : 'It is installed and works.',
      first: 'This is told to members only.',
    }),
    pointOf('Permissions', {
      causes: permissions,
      unchecked: installation,
      inOrder:
        isStranger || app.some(({ kind }) => kind === 'app-missing') ? null : 'All that the App asks for is granted.',
      first: isStranger ? 'This is told to members only.' : 'There are none before the App is installed.',
    }),
  ];
}

function firstOf(signOn: readonly AccessCause[], permissions: readonly AccessCause[]): string {
  if (signOn.length > 0) return 'This shows once you have signed on.';
  return permissions.length > 0
    ? 'This shows once the permissions are granted.'
    : 'This shows once the App works here.';
}

interface Findings {
  readonly causes: readonly AccessCause[];
  readonly unchecked: UncheckedPart | null;
  /** Null when the check did not say so. */
  readonly inOrder: string | null;
  /** What has to come first. */
  readonly first: string;
}

function pointOf(name: AccessPoint['name'], { causes, unchecked, inOrder, first }: Findings): AccessPoint {
  if (causes.length > 0) return { name, mark: 'needs-step', causes, unchecked: null, sentence: '' };
  if (unchecked !== null) return { name, mark: 'unknown', causes, unchecked, sentence: '' };
  if (inOrder === null) return { name, mark: 'unknown', causes, unchecked: null, sentence: first };
  return { name, mark: 'in-order', causes, unchecked: null, sentence: inOrder };
}
