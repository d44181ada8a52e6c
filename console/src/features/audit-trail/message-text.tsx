import type { AuditEntry } from '@orgdesk/client';
import { type MessagePart, messageOf } from './entry-message.ts';
import './message-text.css';

/** `bdi` isolates the text direction of names. */
export function MessageText({ parts }: { readonly parts: readonly MessagePart[] }) {
  return (
    <span className="message-text">
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message never move.
          <bdi className="message-text-name" key={index}>
            {part.name}
          </bdi>
        ),
      )}
    </span>
  );
}

export function EntryText({ entry }: { readonly entry: AuditEntry }) {
  return <MessageText parts={messageOf(entry)} />;
}
