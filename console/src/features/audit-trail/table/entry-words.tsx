import type { AuditEntry } from '@orgdesk/client';
import { messageOf } from '../words/entry-message.ts';
import { MessageText } from './message-text.tsx';

export function EntryWords({ entry }: { readonly entry: AuditEntry }) {
  return <MessageText parts={messageOf(entry)} />;
}
