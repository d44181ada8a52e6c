import type { CheckedPerson } from '@orgdesk/people-files/preview';
import { Notice } from '../../../components/messages/notice.tsx';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { warningSummary } from './preview-words.ts';

const NAMED_MAX = 10;

interface DoubleCheckNoticeProps {
  readonly people: readonly CheckedPerson[];
}

export function DoubleCheckNotice({ people }: DoubleCheckNoticeProps) {
  if (people.length === 0) return null;
  return (
    <Notice tone="warning" title={doubleCheckWords(people.length)}>
      <p>{warningSummary(people)}</p>
      <p className="preview-panel-names">{usernamesOf(people)}</p>
    </Notice>
  );
}

export const doubleCheckWords = (count: number): string => `${counted(count, 'account', 'accounts')} to double-check`;

export function usernamesOf(people: readonly CheckedPerson[]): string {
  const named = people.slice(0, NAMED_MAX).map(({ person }) => person);
  const more = people.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}
