import type { Withheld } from '@orgdesk/client';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { NOT_ALL_LOADED } from '../people-words.ts';
import { withheldMessages } from './withheld-words.ts';

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
          {withheldMessages(missing, codeHost).map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
      {withheldMessages(forOwners, codeHost).map((message) => (
        <p className="data-table-muted" key={message}>
          {message}
        </p>
      ))}
    </>
  );
}
