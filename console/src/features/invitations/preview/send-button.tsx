import type { CheckedPerson, ConfirmedInvitations } from '@orgdesk/people-files/preview';
import { Button } from '@primer/react';
import { useState } from 'react';
import { ContinueTick } from '../../../components/app-work/continue-tick.tsx';
import { type Approval, useContinuing } from '../../../components/app-work/use-continuing.ts';
import { QuestionDialog } from '../../../components/messages/dialog-frame.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { doubleCheckText, usernamesOf } from './preview-notices.tsx';

const OWNERS_NAMED = 10;

interface SendButtonProps {
  readonly login: string;
  readonly organization: string;
  readonly invitations: ConfirmedInvitations;
  readonly doubtful: readonly CheckedPerson[];
  readonly isAdding: boolean;
  readonly isReady: boolean;
  readonly onHandOver: (invitations: ConfirmedInvitations, approval: Approval) => Promise<boolean>;
}

export function SendButton(props: SendButtonProps) {
  const { login, organization, invitations, doubtful, isAdding, isReady, onHandOver } = props;
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const continuing = useContinuing([{ login }], isReady);
  const count = invitations.length;
  const label = isAdding
    ? `Add ${counted(count, 'person', 'people')}`
    : `Send ${counted(count, 'invitation', 'invitations')}`;
  const isInactive = !isReady || count === 0 || isBusy;
  const owners = invitations.filter(({ role }) => role === 'admin').map(({ login, email }) => login ?? email ?? '');
  const handOver = async () => {
    setIsBusy(true);
    await onHandOver(invitations, continuing.approval);
    setIsBusy(false);
  };
  return (
    <>
      <Button
        variant="primary"
        inactive={isInactive}
        aria-disabled={isInactive}
        onClick={isInactive ? undefined : () => setIsAsking(true)}
      >
        {count === 0 ? (isAdding ? 'Add' : 'Send') : isBusy ? 'Sending…' : label}
      </Button>
      {isAsking && (
        <QuestionDialog
          title={`${label}?`}
          yes={label}
          no="Cancel"
          tone={owners.length > 0 ? 'danger' : 'primary'}
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) void handOver();
          }}
        >
          <p>
            {rolesText(invitations)} of {organization}.{' '}
            {isAdding
              ? 'They join immediately, without an invitation.'
              : 'You can cancel an invitation until it’s accepted.'}
          </p>
          {doubtful.length > 0 && (
            <p className="preview-panel-owners">
              <strong>{doubleCheckText(doubtful.length)}:</strong> {usernamesOf(doubtful)}
            </p>
          )}
          {owners.length > 0 && (
            <p className="preview-panel-owners">
              <strong>
                {owners.length === 1 ? 'This person becomes an owner' : 'These people become owners'} of {organization},
                with full control, and can remove you:
              </strong>{' '}
              {owners.slice(0, OWNERS_NAMED).join(', ')}
              {owners.length > OWNERS_NAMED && ` and ${formatCount(owners.length - OWNERS_NAMED)} more`}
            </p>
          )}
          <ContinueTick continuing={continuing} />
        </QuestionDialog>
      )}
    </>
  );
}

/** Returns text such as "110 as members and 1 as owner". */
function rolesText(invitations: ConfirmedInvitations): string {
  const countOf = (role: string) => invitations.filter((each) => (each.role ?? 'direct_member') === role).length;
  const parts = (
    [
      ['direct_member', 'member', 'members'],
      ['admin', 'owner', 'owners'],
      ['billing_manager', 'billing manager', 'billing managers'],
    ] as const
  ).flatMap(([role, one, many]) => {
    const count = countOf(role);
    return count === 0 ? [] : [`${formatCount(count)} as ${count === 1 ? one : many}`];
  });
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
