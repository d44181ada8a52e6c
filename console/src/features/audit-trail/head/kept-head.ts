import { parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { readFromBrowser, storeInBrowser } from '../../../lib/storage.ts';
import type { KeptHead } from './compare-heads.ts';

const keyOf = (organizationId: number): string => `audit-head.${organizationId}`;

/** Null if none was kept, or what is stored is not a head. */
export function readKeptHead(organizationId: number): KeptHead | null {
  try {
    const { note, publicKey, keptAt } = JSON.parse(readFromBrowser(keyOf(organizationId)) ?? '{}') as Partial<KeptHead>;
    if (typeof note !== 'string' || parseCheckpoint(note) === null || typeof keptAt !== 'string') return null;
    return { note, publicKey: typeof publicKey === 'string' ? publicKey : null, keptAt };
  } catch {
    return null;
  }
}

export const keepHead = (organizationId: number, head: KeptHead): void =>
  storeInBrowser(keyOf(organizationId), JSON.stringify(head));
