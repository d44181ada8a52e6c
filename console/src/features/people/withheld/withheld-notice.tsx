import type { Withheld } from '@orgdesk/client';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { NOT_ALL_LOADED } from '../people-words.ts';
import { withheldSentences } from './withheld-words.ts';

interface PeopleWithheldNoticeProps {
  readonly withheld: readonly Withheld[];
}

/** Data reserved for owners is no fault and gets no frame. */
export function WithheldNotice({ withheld }: PeopleWithheldNoticeProps) {
  const { name: codeHost } = useCodeHost();
  const forOwners = withheld.filter(({ reason }) => reason === 'owners-only');
  const missing = withheld.filter(({ reason }) => reason !== 'owners-only');
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="warning" role="status" title={NOT_ALL_LOADED}>
          {withheldSentences(missing, codeHost).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {withheldSentences(forOwners, codeHost).map((sentence) => (
        <p className="data-table-muted" key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}
