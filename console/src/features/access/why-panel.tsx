import type { AccessCause, OrganizationAccessView } from '@orgdesk/client';
import { AlertIcon, CheckCircleIcon, QuestionIcon } from '@primer/octicons-react';
import { SkeletonBox } from '@primer/react';
import { useId } from 'react';
import { AgainButton } from '../../components/messages/again-button.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { formatClock } from '../../lib/reader-locale.ts';
import { retryAtOf } from '../../lib/reading/http-client.ts';
import { noneRead, readFrom } from '../../lib/reading/read.ts';
import { atSentenceStart } from '../../lib/sentence-start.ts';
import { CauseBlock } from './cause-block.tsx';
import { type AccessSubject, uncheckedMessage, unexplained } from './cause-texts.ts';
import { useAccess, useCheckAgain } from './get-access.ts';
import './access.css';

interface WhyPanelProps {
  readonly subject: AccessSubject;
  readonly assumed: readonly AccessCause[];
  readonly isOptional?: boolean;
}

/** Explains why a person sees only part of an organization. */
export function WhyPanel({ subject, assumed, isOptional = false }: WhyPanelProps) {
  const id = useId();
  const { data, error, isFetching } = useAccess(subject.login);
  const checkAgain = useCheckAgain();
  const codeHost = useCodeHost();
  const causes = data === undefined ? assumed : [...data.causes, ...stillAssumed(data, assumed)];
  const unknown = data === undefined ? [] : unexplained(data);
  const read = readFrom(
    { data, error },
    { all: 'your access', value: () => causes.length, unread: () => unknown.map(({ part }) => part) },
  );
  const isAsking = data === undefined && error === null;
  if (isOptional && error === null && causes.length === 0) return null;

  return (
    <section className="why-panel" aria-labelledby={id}>
      <div className="why-panel-header">
        <h2 className="why-panel-title" id={id}>
          Why can’t I see this?
        </h2>
        <CheckBar checkedAt={data?.checkedAt ?? null} isChecking={isFetching} failure={error} onCheck={checkAgain} />
      </div>
      {(causes.length > 0 || data !== undefined) && (
        <ul className="why-panel-list">
          {causes.map((cause, index) => (
            <li className="why-panel-item" key={cause.kind} data-mark="needs-step">
              <AlertIcon />
              <CauseBlock
                cause={cause}
                subject={subject}
                role={data?.role ?? null}
                // An optional panel leaves the primary button to the page.
                isMain={index === 0 && !isOptional}
              />
            </li>
          ))}
          {unknown.map((unchecked) => (
            <li className="why-panel-item" key={unchecked.part} data-mark="unknown">
              <QuestionIcon />
              <p className="why-panel-text">{uncheckedMessage(unchecked, codeHost)}</p>
            </li>
          ))}
          {noneRead(read, <NothingFound subject={subject} />)}
        </ul>
      )}
      {causes.length === 0 && isAsking && (
        <div className="why-panel-item" aria-hidden="true">
          <SkeletonBox height="1rem" width="1rem" />
          <div className="why-panel-text">
            <SkeletonBox height="1.25rem" width="min(18rem, 100%)" />
            <SkeletonBox height="1.25rem" width="min(30rem, 100%)" />
            <SkeletonBox height="1.75rem" width="8rem" />
          </div>
        </div>
      )}
      {error !== null && (
        <FailureNotice
          title={`Couldn’t check access to ${subject.name}`}
          failure={error}
          onRetry={checkAgain}
          isRetrying={isFetching}
          tone="warning"
        />
      )}
    </section>
  );
}

/** Known causes stay valid if the App was not checked. */
const stillAssumed = (
  { causes, unchecked }: OrganizationAccessView,
  assumed: readonly AccessCause[],
): readonly AccessCause[] =>
  unchecked.some(({ part }) => part === 'installation')
    ? assumed.filter(({ kind }) => !causes.some((cause) => cause.kind === kind))
    : [];

function NothingFound({ subject: { name } }: Pick<WhyPanelProps, 'subject'>) {
  const codeHost = useCodeHost();
  return (
    <li className="why-panel-item" data-mark="in-order">
      <CheckCircleIcon />
      <div className="why-panel-text">
        <p className="why-panel-cause">No problem found</p>
        <p>
          Your membership of {name}, single sign-on, the App, and its permissions are fine.{' '}
          {atSentenceStart(codeHost.name)} may have a temporary problem. Try again later.
        </p>
      </div>
    </li>
  );
}

interface CheckBarProps {
  /** ISO 8601 timestamp; null before the first answer. */
  readonly checkedAt: string | null;
  readonly isChecking: boolean;
  readonly failure: Error | null;
  readonly onCheck: () => void;
}

/** The bar stays mounted to keep the focus. */
export function CheckBar({ checkedAt, isChecking, failure, onCheck }: CheckBarProps) {
  const time = checkedAt === null ? null : formatClock(checkedAt);
  return (
    <div className="check-bar">
      <span className="check-bar-time" role="status">
        {isChecking && 'Checking…'}
        {!isChecking && checkedAt !== null && time !== null && (
          <>
            Checked at <time dateTime={checkedAt}>{time}</time>
          </>
        )}
      </span>
      <AgainButton size="small" notBefore={retryAtOf(failure)} isBusy={isChecking} onPress={onCheck}>
        Refresh
      </AgainButton>
    </div>
  );
}
