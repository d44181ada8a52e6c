import { Button } from '@primer/react';
import { Notice } from '../../../components/messages/notice.tsx';
import { counted, formatMinute } from '../../../lib/words/reader-locale.ts';
import type { HeadContradiction } from './compare-heads.ts';
import type { CheckedHead, SignedHead } from './use-signed-head.ts';

const REASONS: Readonly<Record<HeadContradiction, string>> = {
  missing: 'It had a signed head before, and has none now.',
  shorter: 'It has fewer rows than before: it was rolled back, or rows were removed.',
  different: 'Its rows are not those that this browser has seen.',
  'not-extended': 'It does not extend the rows that this browser has seen.',
  'entries-changed': 'Its entries are not those that were signed.',
  'wrong-signature': 'Its head is not signed with a key of orgdesk.',
  'new-key': 'Its head is signed with a new key, which the key before it did not confirm.',
};

export function HeadWarning({ head, accept }: SignedHead) {
  if (head?.comparison.state !== 'contradiction') return null;
  const { kept } = head;
  return (
    <Notice
      tone="critical"
      role="alert"
      title={
        head.comparison.why === 'new-key'
          ? 'The signing key of this audit log changed'
          : 'This audit log was changed outside of orgdesk'
      }
      action={accept === null ? undefined : <Button onClick={accept}>Accept it as it is</Button>}
    >
      <p>{REASONS[head.comparison.why]}</p>
      <p>Ask the operator of orgdesk whether a backup was restored. Otherwise, save the head below as evidence.</p>
      {kept !== null && (
        <details>
          <summary>Head kept by this browser on {formatMinute(kept.keptAt)}</summary>
          <pre className="audit-trail-head">{kept.note}</pre>
        </details>
      )}
    </Notice>
  );
}

export function HeadNote({ head }: { readonly head: CheckedHead | undefined }) {
  if (head === undefined || head.comparison.state === 'contradiction') return null;
  return <p className="audit-trail-end">{noteOf(head)}</p>;
}

function noteOf({ comparison, kept, answer: { signedAt } }: CheckedHead): string | null {
  if (comparison.state === 'unsupported') return 'This browser can’t check the signed head of the audit log.';
  if (comparison.state !== 'accepted') return null;
  const signed = `Signed head: ${counted(comparison.size, 'row', 'rows')}, ${formatMinute(signedAt ?? '') ?? 'no time'}.`;
  const unverified = comparison.isVerified ? '' : ' This browser can’t verify its signature.';
  const compared =
    kept === null
      ? 'This browser keeps it and compares later ones.'
      : `It extends the one that this browser kept on ${formatMinute(kept.keptAt)}.`;
  return `${signed}${unverified} ${compared}`;
}
