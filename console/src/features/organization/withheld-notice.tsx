import type { WithheldData } from '@orgdesk/client';
import { Notice } from '../../components/messages/notice.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { atSentenceStart, capitalized } from '../../lib/sentence-start.ts';
import { useSubject } from './subject.tsx';

const MESSAGES_MAX = 3;

interface ListWithheldNoticeProps {
  readonly withheld: readonly WithheldData[];
  /** A plural such as "people". */
  readonly what: string;
  readonly isPartial: boolean;
}

export function WithheldNotice({ withheld, what, isPartial }: ListWithheldNoticeProps) {
  const { isExplained, Why } = useSubject();
  if (withheld.length === 0 || isExplained) return null;
  return (
    <>
      <Notice tone="warning" role="status" title={`${isPartial ? `Some ${what}` : capitalized(what)} aren’t available`}>
        {messagesOf(withheld)
          .slice(0, MESSAGES_MAX)
          .map((message) => (
            <p key={message}>{message}</p>
          ))}
        {isNotFound(withheld) && <p>It may have been renamed or deleted, or you may not have access.</p>}
      </Notice>
      <Why />
    </>
  );
}

/** For missing data without a reason. Renders nothing if the page already explains it. */
export function NothingReportedNotice({ what }: Pick<ListWithheldNoticeProps, 'what'>) {
  const { isExplained, Why } = useSubject();
  const { name: codeHostName } = useCodeHost();
  if (isExplained) return null;
  return (
    <>
      <Notice
        tone="warning"
        role="status"
        title={`${capitalized(what)} aren’t available. ${atSentenceStart(codeHostName)} gave no reason`}
      />
      <Why />
    </>
  );
}

/** True if everything missing was reported as not found. */
export const isNotFound = (withheld: readonly WithheldData[]): boolean =>
  withheld.length > 0 && withheld.every(({ type }) => type === 'NOT_FOUND');

const messagesOf = (withheld: readonly WithheldData[]): readonly string[] => [
  ...new Set(withheld.map(({ message }) => message)),
];
