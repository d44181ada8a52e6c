import { parseCheckpoint } from '@orgdesk/contract/checkpoint';
import type { AuditHeadStore } from '../../ports/audit-heads.ts';
import { verifierKey } from '../../security/audit-heads/head-keys.ts';
import { say } from './report.ts';

/** Prints each key under the name of each audit log with a signed head, the newest key first. */
export async function listKeys(heads: Pick<AuditHeadStore, 'keys' | 'unsent'>, json: boolean): Promise<void> {
  const keys = await heads.keys();
  for (let after = 0; ; ) {
    const page = await heads.unsent(null, after);
    for (const { organizationId, note } of page) {
      const origin = parseCheckpoint(note)?.origin;
      if (origin === undefined) continue;
      for (const { publicKey } of keys) {
        const key = await verifierKey(origin, publicKey);
        say(json ? JSON.stringify({ organizationId, origin, key }) : key);
      }
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.organizationId;
  }
}
