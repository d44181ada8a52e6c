import { AlertIcon, CheckCircleIcon, QuestionIcon } from '@primer/octicons-react';
import { SkeletonBox } from '@primer/react';
import { useId } from 'react';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { type AccessPoint, type PointMark, pointsOf } from './access-points.ts';
import './access-section.css';
import type { AccessSubject } from './access-subject.ts';
import { CauseBlock } from './cause-block.tsx';
import type { OfferedStep } from './cause-words.ts';
import { useCheckAgain } from './check-again.ts';
import { CheckBar } from './check-bar.tsx';
import { useAccess } from './get-access.ts';
import { uncheckedMessage } from './unchecked-words.ts';

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
                <div className="access-section-words">
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
              <div className="access-section-words">
                <SkeletonBox height="1.25rem" width="min(14rem, 100%)" />
              </div>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
