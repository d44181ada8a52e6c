import type { AuditHeadAnswer, CallOptions } from '@orgdesk/client';
import { parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { compareHeads, type HeadComparison, type KeptHead } from './compare-heads.ts';
import { keepHead, readKeptHead } from './kept-head.ts';

export interface CheckedHead {
  readonly comparison: HeadComparison;
  /** What this browser had kept before. */
  readonly kept: KeptHead | null;
  readonly answer: AuditHeadAnswer;
}

export interface SignedHead {
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
