import type { AuditHeadAnswer } from '@orgdesk/contract';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Owner } from '../sessions/live-rights.ts';
import type { AuditHeadStore } from './heads/heads.ts';
import type { SearchQueue } from './search-queue.ts';

export interface ReadHeadDeps {
  readonly heads: Pick<AuditHeadStore, 'keys' | 'latest' | 'proof'>;
  readonly searchQueue: SearchQueue;
}

/** Reads the signed head, with all that a client needs to compare it with an older one. Waits like a search. */
export function createReadHead({ heads, searchQueue }: ReadHeadDeps) {
  return async (
    { session, organizationId }: Owner,
    since: number | null,
  ): Promise<Result<AuditHeadAnswer, { readonly kind: 'too-many-searches' }>> => {
    const head = await searchQueue.waiting(session.user.id, () => read(organizationId, since));
    return head === null ? refuse({ kind: 'too-many-searches' }) : ok(head);
  };

  async function read(organizationId: number, since: number | null): Promise<AuditHeadAnswer> {
    const [head, stored] = [await heads.latest(organizationId), await heads.keys()];
    const sizes = head === null || since === null ? null : { from: since, to: head.size };
    const proof = sizes === null ? null : await heads.proof(organizationId, sizes);
    const publicKeys = new Map(stored.map(({ keyId, publicKey }) => [keyId, publicKey]));
    return {
      checkpoint: head?.note ?? null,
      signedAt: head?.signedAt.toISOString() ?? null,
      isKept: head?.isKept ?? true,
      proof: proof?.map((hash) => Buffer.from(hash).toString('base64')) ?? null,
      keys: stored.map(({ publicKey, endorsement }) => {
        const by = publicKeys.get(endorsement?.by ?? '');
        return {
          publicKey,
          endorsement:
            endorsement === null || by === undefined ? null : { publicKey: by, signature: endorsement.signature },
        };
      }),
    };
  }
}
