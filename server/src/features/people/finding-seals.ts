import { createHmac } from 'node:crypto';
import { FINDING_SEAL_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { sameSecret } from '../../lib/crypto/secrets.ts';
import type { Signing } from '../../lib/crypto/signing.ts';

export interface SealedFinding {
  readonly organizationId: number;
  readonly key: string;
  /** Of the person or team. */
  readonly name: string;
}

/** Proves that an access review of the organization listed a finding, so that dismissing it reads nothing again. */
export const sealOf = (signing: Signing, { organizationId, key, name }: SealedFinding): string =>
  createHmac('sha256', signing.key)
    .update(`finding:${JSON.stringify([organizationId, key, name])}`)
    .digest('base64url')
    .slice(0, FINDING_SEAL_MAX_CHARACTERS);

export const isSealOf = (signing: Signing, finding: SealedFinding, seal: string): boolean =>
  sameSecret(sealOf(signing, finding), seal);
