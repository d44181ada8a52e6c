import type { WithheldData } from '@orgdesk/client';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { atSentenceStart } from '../../../lib/words/sentence-start.ts';
import { useSubject } from '../subject.tsx';
import { isNotFound, sentencesOf } from './withheld.ts';

const SENTENCES_MAX = 3;

interface WithheldNoticeProps {
  readonly withheld: readonly WithheldData[];
  /** What is missing, as in "its people". */
  readonly what: string;
  /** Whether a part of it is shown nevertheless. */
  readonly isPartial: boolean;
}

/**
 * Says that the code host withheld something, in its words, and why. Nothing when it gave all, and where the page says
 * already why.
 */
export function WithheldNotice({ withheld, what, isPartial }: WithheldNoticeProps) {
  const { isExplained, Why } = useSubject();
  const { name: codeHostName } = useCodeHost();
  if (withheld.length === 0 || isExplained) return null;
  return (
    <>
      <Notice
        tone="warning"
        role="status"
        title={`${atSentenceStart(codeHostName)} shows ${isPartial ? 'only a part of' : 'nothing of'} ${what}`}
      >
        {sentencesOf(withheld)
          .slice(0, SENTENCES_MAX)
          .map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        {isNotFound(withheld) && <p>It may have been renamed or removed, or you may not be allowed to see it.</p>}
      </Notice>
      <Why />
    </>
  );
}

/** Stands where the code host answered nothing and gave no reason, unless the page says it already. */
export function NothingTold({ what }: Pick<WithheldNoticeProps, 'what'>) {
  const { isExplained, Why } = useSubject();
  const { name: codeHostName } = useCodeHost();
  if (isExplained) return null;
  return (
    <>
      <Notice
        tone="warning"
        role="status"
        title={`${atSentenceStart(codeHostName)} shows nothing of ${what}, and does not say why`}
      />
      <Why />
    </>
  );
}
