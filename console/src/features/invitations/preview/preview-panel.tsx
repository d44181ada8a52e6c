import { ROLE_LABELS } from '@orgdesk/people-files/cells';
import {
  type CheckedPerson,
  type ConfirmedInvitations,
  chosenInvitations,
  isChosen,
  isOpen,
  needsDoubleCheck,
  nextBatch,
  stateOf,
} from '@orgdesk/people-files/preview';
import type { RowChange } from '@orgdesk/people-files/review';
import { Button, LinkButton, ProgressBar } from '@primer/react';
import { useEffect, useId, useMemo, useRef } from 'react';
import type { Approval } from '../../../components/app-work/use-continuing.ts';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { addressHere, signInHref } from '../../../lib/address/sign-in-href.ts';
import { csvOf, downloadCsv } from '../../../lib/download.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { useNotBefore } from '../listed/invitation-texts.ts';
import { PreviewList } from './preview-list.tsx';
import { DoubleCheckNotice, RoomNotice } from './preview-notices.tsx';
import { detailOf, STATES } from './preview-texts.ts';
import { SendButton } from './send-button.tsx';
import type { usePreview } from './use-preview.ts';
import './preview.css';

interface PreviewPanelProps {
  readonly login: string;
  readonly organization: string;
  readonly check: ReturnType<typeof usePreview>;
  /** Set if the person pressed a button to get here. */
  readonly takesFocus: boolean;
  readonly mayBeSent: boolean;
  readonly onChange: (indexes: readonly number[], change: Partial<RowChange>) => void;
  readonly onBack: () => void;
  readonly onHandOver: (invitations: ConfirmedInvitations, approval: Approval) => Promise<boolean>;
}

export function PreviewPanel(props: PreviewPanelProps) {
  const { login, organization, check, takesFocus, mayBeSent, onChange, onBack, onHandOver } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { preview, isChecking } = check;
  const { people, hasInvitations } = preview;
  const open = useMemo(() => people.filter(isOpen).length, [people]);
  const invitations = useMemo(() => chosenInvitations(preview), [preview]);
  const left = useMemo(() => people.filter((person) => !isChosen(person)), [people]);
  const doubtful = useMemo(() => people.filter(needsDoubleCheck), [people]);
  const isWhole = open === 0;

  useEffect(() => {
    // The pressed button disappeared.
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  return (
    <section className="stack-12" aria-labelledby={id}>
      <h2 className="preview-panel-title" id={id} ref={heading} tabIndex={-1}>
        {hasInvitations === false
          ? `Review ${counted(people.length, 'person', 'people')} to add`
          : `Review ${counted(people.length, 'invitation', 'invitations')}`}
      </h2>
      {!isWhole && (
        <ProgressBar
          aria-label="People checked"
          aria-valuenow={Math.round((1 - open / people.length) * 100)}
          aria-valuetext={`${formatCount(people.length - open)} of ${formatCount(people.length)}`}
          progress={(1 - open / people.length) * 100}
        />
      )}
      <p className="preview-panel-status" role="status">
        {isWhole
          ? `All ${counted(people.length, 'person', 'people')} checked. ${formatCount(invitations.length)} to ${hasInvitations === false ? 'add' : 'invite'}, ${formatCount(left.length)} not included.${mayBeSent ? '' : ' Nothing has been sent yet.'}`
          : `${formatCount(people.length - open)} of ${counted(people.length, 'person', 'people')} checked${isChecking ? '…' : '.'}`}
      </p>
      {isChecking && (
        <div>
          <Button
            onClick={() => {
              // The pressed button disappears.
              heading.current?.focus();
              check.stop();
            }}
          >
            Stop checking
          </Button>
        </div>
      )}
      {!isWhole && !isChecking && (
        <UncheckedNotice check={check} open={open} mayBeSent={mayBeSent} onGoOn={() => heading.current?.focus()} />
      )}
      <RoomNotice preview={preview} invitations={invitations} />
      <DoubleCheckNotice people={doubtful} />
      <div className="preview-panel-actions">
        <SendButton
          login={login}
          organization={organization}
          invitations={invitations}
          doubtful={doubtful}
          isAdding={hasInvitations === false}
          isReady={isWhole && !isChecking}
          onHandOver={onHandOver}
        />
        <Button onClick={onBack}>Back to list</Button>
        {left.length > 0 && !isChecking && (
          <Button
            onClick={() =>
              downloadCsv(`not-sent-${login}.csv`, csvOf([HEADINGS, ...left.map((person) => cellsOf(person, people))]))
            }
          >
            {`Download the ${formatCount(left.length)} not included`}
          </Button>
        )}
        {isWhole && !isChecking && (
          <Button
            onClick={() => {
              heading.current?.focus();
              check.again();
            }}
          >
            Refresh
          </Button>
        )}
      </div>
      {people.length > open && (
        <PreviewList login={login} people={people} label={id} onInclude={check.choose} onChange={onChange} />
      )}
    </section>
  );
}

interface UncheckedNoticeProps {
  readonly check: ReturnType<typeof usePreview>;
  readonly open: number;
  readonly mayBeSent: boolean;
  readonly onGoOn: () => void;
}

function UncheckedNotice({ check: { failure, preview, goOn }, open, mayBeSent, onGoOn }: UncheckedNoticeProps) {
  const { notBefore, until } = useNotBefore(preview);
  const hasSome = nextBatch(preview).length > 0 && preview.people.length > open;
  return (
    <Notice
      tone={failure === null ? 'info' : 'warning'}
      role={failure === null ? 'status' : 'alert'}
      title={`${counted(open, 'person', 'people')} not checked yet`}
      action={
        <span className="preview-panel-again">
          {failure?.needsSignIn === true && (
            <LinkButton href={signInHref(addressHere())} variant="primary">
              Sign in again
            </LinkButton>
          )}
          <AgainButton
            notBefore={notBefore}
            isBusy={false}
            onPress={() => {
              // The pressed button disappears.
              onGoOn();
              goOn();
            }}
          >
            {failure === null ? 'Continue checking' : 'Try again'}
          </AgainButton>
        </span>
      }
    >
      {failure !== null && <p>{failure.message}</p>}
      {until !== null && <p>You can try again at {until}.</p>}
      {hasSome && <p>Results so far are kept.{!mayBeSent && ' Nothing has been sent.'}</p>}
    </Notice>
  );
}

/** `login`, `role`, `teams` and `name` are recognized when the form reads the file again. */
const HEADINGS = ['login', 'role', 'teams', 'status', 'reason', 'source', 'name'];
function cellsOf(person: CheckedPerson, people: readonly CheckedPerson[]): readonly string[] {
  const { label } = STATES[stateOf(person)];
  const detail = detailOf(person, people);
  const teams = person.teams.map(({ name }) => name).join('; ');
  const role = ROLE_LABELS[person.role].toLowerCase();
  return [person.person, role, teams, label.toLowerCase(), detail, person.where, person.name ?? ''];
}
