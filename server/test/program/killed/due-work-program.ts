/** An instance that works on five kinds, whose effects the test counts at `EFFECTS_URL`. */
import { randomBytes } from 'node:crypto';
import type { WorkKind } from '../../../src/domain/job.ts';
import { createWorker } from '../../../src/jobs/worker.ts';
import { cipherKeysOf, createTokenCipher } from '../../../src/lib/secrets.ts';
import { systemEntropy } from '../../../src/lib/system.ts';
import { createLog } from '../../../src/operate/log.ts';
import { createSqlStorage } from '../../../src/storage.ts';
import { runtimeWith } from '../../support/runtime.ts';

const { DATABASE_URL: url = '', EFFECTS_URL = '', KINDS = '', LEASE_MS = '' } = process.env;
const log = createLog('error');
const cipher = createTokenCipher(cipherKeysOf([randomBytes(32).toString('hex')]), systemEntropy);
const storage = await createSqlStorage({ url, cipher, log });

const kindOf = (name: string): WorkKind => ({
  name,
  // More than an item meets kills.
  attemptsMax: 6,
  async work({ key }, stop) {
    if (key.startsWith('refused')) throw new Error(`${key} is refused`);
    const effect = `${EFFECTS_URL}/${name}/${key}`;
    // An instance that was killed may have done it.
    const isNew = (await (await fetch(effect, { signal: stop })).text()) === 'none';
    if (isNew) await fetch(effect, { method: 'POST', signal: stop });
    return null;
  },
});

const kinds = KINDS.split(' ').map(kindOf);
createWorker(runtimeWith({ log }), storage.dueWork, kinds, Number(LEASE_MS)).keepWorking();
process.stdout.write('working\n');
