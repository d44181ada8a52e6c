import { parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { AUDIT_HEAD_ANSWER_LIMIT_MS, AUDIT_HEAD_ANSWER_MAX_BYTES } from '../../../lib/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import type { AuditHeadTarget, AuditHeadTargetCheck, UndeliveredHead, UnsentAuditHead } from '../heads.ts';

type ProofFrom = Parameters<AuditHeadTarget['deliver']>[1];

/**
 * Posts each head as `add-checkpoint` of c2sp.org/tlog-witness. A witness answers with its signature; any other receiver
 * may answer anything. Follows no redirect.
 */
export function createUrlTarget(
  url: URL,
  limitMs = AUDIT_HEAD_ANSWER_LIMIT_MS,
): AuditHeadTarget & AuditHeadTargetCheck {
  const post = async (head: UnsentAuditHead, from: number, proofFrom: ProofFrom) => {
    const proof = from === 0 ? [] : await proofFrom(from);
    if (proof === null) return null;
    const lines = [`old ${from}`, ...proof.map((hash) => Buffer.from(hash).toString('base64')), '', head.note];
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: lines.join('\n'),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    return { status: response.status, text: await startOf(response) };
  };

  return {
    name: 'url',
    // A witness refuses heads that do not extend those it keeps.
    kept: async () => null,
    async problem() {
      try {
        const { status } = await fetch(url, {
          method: 'HEAD',
          redirect: 'manual',
          signal: AbortSignal.timeout(limitMs),
        });
        // It may take only POST, which would give it something.
        return isFailing(status) ? `it answered ${status}` : null;
      } catch (error) {
        return reasonIn(error);
      }
    },
    async deliver(head, proofFrom) {
      try {
        let answer = (await post(head, head.sentSize, proofFrom)) ?? (await post(head, 0, proofFrom));
        const size = answer?.status === 409 ? sizeIn(answer.text) : null;
        if (size !== null && size !== head.sentSize && size <= head.size) answer = await post(head, size, proofFrom);
        return answer === null ? refuse(BEHIND) : outcomeOf(head, answer);
      } catch (error) {
        return refuse({ kind: 'unreachable', reason: reasonIn(error) });
      }
    },
  };
}

const isFailing = (status: number): boolean => status >= 500 && status !== 501;

const BEHIND: UndeliveredHead = { kind: 'refused', reason: 'it has a head that this audit log never had' };

function outcomeOf(
  head: UnsentAuditHead,
  { status, text }: { readonly status: number; readonly text: string },
): Result<string, UndeliveredHead> {
  if (status >= 200 && status < 300) return ok(signaturesIn(head.note, text));
  if (status === 409) return refuse(BEHIND);
  const isForThisHead = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return refuse({ kind: isForThisHead ? 'refused' : 'unreachable', reason: `it answered ${status}` });
}

function signaturesIn(note: string, text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('\u2014 ') && !note.includes(line));
  const added = lines.map((line) => `${line}\n`).join('');
  return parseCheckpoint(note + added) === null ? '' : added;
}

function sizeIn(text: string): number | null {
  const [, size] = /^(0|[1-9]\d{0,14})\n$/.exec(text) ?? [];
  return size === undefined ? null : Number(size);
}

async function startOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    read += part.length;
    if (read >= AUDIT_HEAD_ANSWER_MAX_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, AUDIT_HEAD_ANSWER_MAX_BYTES).toString('utf8');
}

/** The message of an error may contain the address. */
function reasonIn(error: unknown): string {
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: { readonly code?: unknown } };
  if (name === 'TimeoutError') return 'it did not answer in time';
  return String(cause?.code ?? 'the connection failed');
}
