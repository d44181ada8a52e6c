import type { AccessCause, OrganizationAccessView, UncheckedPart } from '@orgdesk/client';
import { optionalWords, ROLE_NAMES } from './cause-words.ts';
import { unexplained } from './unchecked-words.ts';

/** `needs-step`: a cause blocks access. `unknown`: the point could not be checked. */
export type PointMark = 'in-order' | 'needs-step' | 'unknown';

export interface AccessPoint {
  readonly name: 'Membership' | 'Single sign-on' | 'App' | 'Permissions';
  readonly mark: PointMark;
  readonly causes: readonly AccessCause[];
  /** Set if the code host could not answer. */
  readonly unchecked: UncheckedPart | null;
  /** Empty if `causes` or `unchecked` explains the point. */
  readonly message: string;
}

type CauseKind = AccessCause['kind'];

const POINT_NAMES: Readonly<Record<CauseKind, AccessPoint['name']>> = {
  'ip-allow-list': 'Membership',
  'no-membership': 'Membership',
  'membership-ended': 'Membership',
  renamed: 'Membership',
  'invitation-pending': 'Membership',
  'not-known-at-sign-in': 'Membership',
  'role-changed': 'Membership',
  'single-sign-on': 'Single sign-on',
  'app-missing': 'App',
  'app-suspended': 'App',
  'permissions-not-requested': 'Permissions',
  'permissions-missing': 'Permissions',
};

/** Assigns unknown causes of a newer service too, so that no point appears in order by mistake. */
const pointNameOf = (kind: CauseKind): AccessPoint['name'] =>
  Object.hasOwn(POINT_NAMES, kind) ? POINT_NAMES[kind] : 'Permissions';

/** Each cause belongs to exactly one point. */
export function pointsOf(access: OrganizationAccessView): readonly AccessPoint[] {
  const { role, causes } = access;
  const at = (name: AccessPoint['name']) => causes.filter(({ kind }) => pointNameOf(kind) === name);
  const uncheckedPart = (part: UncheckedPart['part']) =>
    unexplained(access).find((entry) => entry.part === part) ?? null;
  const [signOn, app, permissions] = [at('Single sign-on'), at('App'), at('Permissions')];
  const [membership, installation] = [uncheckedPart('membership'), uncheckedPart('installation')];
  // The service checks the App only for members of the organization.
  const isStranger =
    role.now === null &&
    (role.atSignIn === null || causes.some(({ kind }) => kind === 'single-sign-on' || kind === 'no-membership'));

  return [
    pointOf('Membership', {
      causes: at('Membership'),
      unchecked: membership,
      inOrder: role.now === null ? null : `You are ${ROLE_NAMES[role.now]}`,
      unknownMessage: unknownMembershipMessage(signOn, permissions),
    }),
    pointOf('Single sign-on', {
      causes: signOn,
      unchecked: null,
      inOrder: role.now === null ? null : 'Not required',
      unknownMessage: 'Not checked: membership unknown',
    }),
    pointOf('App', {
      causes: app,
      unchecked: installation,
      inOrder: isStranger ? null : 'Installed and working',
      unknownMessage: 'Not checked: only members can see this',
    }),
    pointOf('Permissions', {
      causes: permissions,
      unchecked: installation,
      inOrder:
        isStranger || app.some(({ kind }) => kind === 'app-missing')
          ? null
          : role.now === null
            ? 'Required permissions granted'
            : `All requested permissions granted${optionalWords(access.optionalPermissions)}`,
      unknownMessage: isStranger ? 'Not checked: only members can see this' : 'Not checked: App not installed',
    }),
  ];
}

function unknownMembershipMessage(signOn: readonly AccessCause[], permissions: readonly AccessCause[]): string {
  if (signOn.length > 0) return 'Not checked: single sign-on required';
  return permissions.length > 0 ? 'Not checked: permissions missing' : 'Not checked: App not working';
}

interface Findings {
  readonly causes: readonly AccessCause[];
  readonly unchecked: UncheckedPart | null;
  readonly inOrder: string | null;
  readonly unknownMessage: string;
}

function pointOf(name: AccessPoint['name'], { causes, unchecked, inOrder, unknownMessage }: Findings): AccessPoint {
  if (causes.length > 0) return { name, mark: 'needs-step', causes, unchecked: null, message: '' };
  if (unchecked !== null) return { name, mark: 'unknown', causes, unchecked, message: '' };
  if (inOrder === null) return { name, mark: 'unknown', causes, unchecked: null, message: unknownMessage };
  return { name, mark: 'in-order', causes, unchecked: null, message: inOrder };
}
