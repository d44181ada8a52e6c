import { createHash, createHmac } from 'node:crypto';
import { FINDING_SEAL_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { sameSecret } from '../../../lib/secrets.ts';
import type { Signing } from '../../../lib/state-token.ts';

interface SealedFinding {
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

const BASIS_CHARACTERS = 16;

/** Stays the same until `basis`, what makes it a finding, changes. */
export function findingKey(finding: string, id: number, basis: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(basis)).digest('hex').slice(0, BASIS_CHARACTERS);
  return `${finding}.${id}.${hash}`;
}

export function partsOfKey(key: string) {
  const [finding = '', id = ''] = key.split('.');
  const kind: 'team' | 'person' = finding.startsWith('team-') ? 'team' : 'person';
  return { finding, kind, id: Number(id) };
}
