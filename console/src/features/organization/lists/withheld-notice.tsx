import type { WithheldData } from '@orgdesk/client';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { atSentenceStart, capitalized } from '../../../lib/words/sentence-start.ts';
import { useSubject } from '../subject.tsx';
import { isNotFound, sentencesOf } from './withheld.ts';

const SENTENCES_MAX = 3;

interface ListWithheldNoticeProps {
  readonly withheld: readonly WithheldData[];
  /** Such as "people". */
  readonly what: string;
  readonly isPartial: boolean;
}

/** Says what the code host withheld, unless the page already does. */
export function WithheldNotice({ withheld, what, isPartial }: ListWithheldNoticeProps) {
  const { isExplained, Why } = useSubject();
  if (withheld.length === 0 || isExplained) return null;
  return (
    <>
      <Notice tone="warning" role="status" title={`${isPartial ? `Some ${what}` : capitalized(what)} aren’t available`}>
        {sentencesOf(withheld)
          .slice(0, SENTENCES_MAX)
          .map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        {isNotFound(withheld) && <p>It may have been renamed or removed, or you may not have access.</p>}
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
