import type { AccessCause, OrganizationAccessView, UncheckedPart } from '@orgdesk/client';
import { AlertIcon, CheckCircleIcon, QuestionIcon } from '@primer/octicons-react';
import { SkeletonBox } from '@primer/react';
import { useId } from 'react';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { CauseBlock } from './cause-block.tsx';
import {
  type AccessSubject,
  type OfferedStep,
  optionalText,
  ROLE_NAMES,
  uncheckedMessage,
  unexplained,
} from './cause-texts.ts';
import { useAccess, useCheckAgain } from './get-access.ts';
import { CheckBar } from './why-panel.tsx';
import './access-section.css';

const MARKS: Readonly<Record<PointMark, { readonly Icon: typeof AlertIcon; readonly name: string }>> = {
  'in-order': { Icon: CheckCircleIcon, name: 'Passed' },
  'needs-step': { Icon: AlertIcon, name: 'Action required' },
  unknown: { Icon: QuestionIcon, name: 'Not checked' },
};
const POINTS: readonly AccessPoint['name'][] = ['Membership', 'Single sign-on', 'App', 'Permissions'];

interface AccessSectionProps {
  readonly subject: AccessSubject;
  /** Steps that the page already offers elsewhere. */
  readonly offered: readonly OfferedStep[];
}

export function AccessSection({ subject, offered }: AccessSectionProps) {
  const id = useId();
  const { data, error, isFetching } = useAccess(subject.login);
  const checkAgain = useCheckAgain();
  const codeHost = useCodeHost();

  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Access checks">
        <CheckBar checkedAt={data?.checkedAt ?? null} isChecking={isFetching} failure={error} onCheck={checkAgain} />
      </SectionHeading>
      {error !== null && (
        <FailureNotice
          title={data === undefined ? 'Couldn’t check access' : 'Couldn’t check again. These are the last results'}
          failure={error}
          onRetry={checkAgain}
          isRetrying={isFetching}
          tone="warning"
        />
      )}
      {data !== undefined && (
        <ul className="access-section-list">
          {pointsOf(data).map((point) => {
            const { Icon, name } = MARKS[point.mark];
            return (
              <li className="access-section-item" key={point.name} data-mark={point.mark}>
                <Icon aria-label={name} />
                <h3 className="access-section-name">{point.name}</h3>
                <div className="access-section-text">
                  {point.message !== '' && <p>{point.message}</p>}
                  {point.unchecked !== null && <p>{uncheckedMessage(point.unchecked, codeHost)}</p>}
                  {point.causes.map((cause) => (
                    <CauseBlock key={cause.kind} cause={cause} subject={subject} role={data.role} offered={offered} />
                  ))}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {data === undefined && error === null && (
        <div className="access-section-list" aria-hidden="true">
          {POINTS.map((name) => (
            <div className="access-section-item" key={name}>
              <SkeletonBox height="1rem" width="1rem" />
              <span className="access-section-name">{name}</span>
              <div className="access-section-text">
                <SkeletonBox height="1.25rem" width="min(14rem, 100%)" />
              </div>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** `needs-step`: a cause blocks access. `unknown`: the point could not be checked. */
type PointMark = 'in-order' | 'needs-step' | 'unknown';

interface AccessPoint {
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
            : `All requested permissions granted${optionalText(access.optionalPermissions)}`,
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
