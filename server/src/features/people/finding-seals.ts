import { createHmac } from 'node:crypto';
import { FINDING_SEAL_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { sameSecret } from '../../lib/crypto/secrets.ts';

export interface SealedFinding {
  readonly organizationId: number;
  readonly key: string;
  /** Of the person or team. */
  readonly name: string;
}

/** Proves that an access review of the organization listed a finding, so that dismissing it reads nothing again. */
export interface FindingSeals {
  of(finding: SealedFinding): string;
  fits(finding: SealedFinding, seal: string): boolean;
}

export function createFindingSeals(signingKey: Uint8Array): FindingSeals {
  const sealOf = ({ organizationId, key, name }: SealedFinding): string =>
    createHmac('sha256', signingKey)
      .update(`finding:${JSON.stringify([organizationId, key, name])}`)
      .digest('base64url')
      .slice(0, FINDING_SEAL_MAX_CHARACTERS);
  return { of: sealOf, fits: (finding, seal) => sameSecret(sealOf(finding), seal) };
}
