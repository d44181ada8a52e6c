import type { AuditHeadAnswer, CallOptions } from '@orgdesk/client';
import { parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { Button } from '@primer/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Notice } from '../../components/messages/notice.tsx';
import { counted, formatMinute } from '../../lib/reader-locale.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { readFromBrowser, storeInBrowser } from '../../lib/storage.ts';
import { compareHeads, type HeadComparison, type HeadContradiction, type KeptHead } from './compare-heads.ts';

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

interface CheckedHead {
  readonly comparison: HeadComparison;
  /** What this browser had kept before. */
  readonly kept: KeptHead | null;
  readonly answer: AuditHeadAnswer;
}

interface SignedHead {
  /** Undefined while loading, and after a failure. */
  readonly head: CheckedHead | undefined;
  readonly accept: (() => void) | null;
}

/** Keeps the head if it follows the one this browser kept. */
export function useSignedHead(login: string, organizationId: number | null): SignedHead {
  const queries = useQueryClient();
  const queryKey = personalKey('audit-head', login, String(organizationId));
  const { data: head } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readHead(login, organizationId ?? 0, signal),
    enabled: organizationId !== null,
  });
  return { head, accept: head === undefined ? null : acceptance(head) };

  function acceptance({ comparison, kept, answer }: CheckedHead): (() => void) | null {
    const note = answer.checkpoint;
    if (comparison.state !== 'contradiction' || kept === null || note === null || organizationId === null) return null;
    if (comparison.why === 'wrong-signature' || comparison.why === 'entries-changed') return null;
    return () => {
      keepHead(organizationId, { note, publicKey: comparison.publicKey, keptAt: new Date().toISOString() });
      void queries.invalidateQueries({ queryKey });
    };
  }
}

async function readHead(login: string, organizationId: number, signal: AbortSignal): Promise<CheckedHead> {
  const kept = readKeptHead(organizationId);
  const size = parseCheckpoint(kept?.note ?? '')?.size ?? 0;
  const query = size === 0 ? {} : { since: String(size) };
  const call = (options: CallOptions) => client.readAuditHead({ path: { login }, query, ...options });
  const answer = (await answerOf(call, { signal })).data;
  const comparison = await compareHeads(kept, answer, organizationId);
  if (comparison.state === 'accepted' && answer.checkpoint !== null && !signal.aborted) {
    const { publicKey } = comparison;
    keepHead(organizationId, {
      note: answer.checkpoint,
      publicKey: publicKey ?? kept?.publicKey ?? null,
      keptAt: new Date().toISOString(),
    });
  }
  return { comparison, kept, answer };
}

const keyOf = (organizationId: number): string => `audit-head.${organizationId}`;

/** Null if none was kept, or what is stored is not a head. */
function readKeptHead(organizationId: number): KeptHead | null {
  try {
    const { note, publicKey, keptAt } = JSON.parse(readFromBrowser(keyOf(organizationId)) ?? '{}') as Partial<KeptHead>;
    if (typeof note !== 'string' || parseCheckpoint(note) === null || typeof keptAt !== 'string') return null;
    return { note, publicKey: typeof publicKey === 'string' ? publicKey : null, keptAt };
  } catch {
    return null;
  }
}

const keepHead = (organizationId: number, head: KeptHead): void =>
  storeInBrowser(keyOf(organizationId), JSON.stringify(head));
