import { once } from 'node:events';
import { createLog } from '../../../src/operate/log.ts';

const log = createLog('info');
const filling = 'x'.repeat(200);
for (let index = 0; index < Number(process.argv[2]); index += 1) log.info({ index, filling }, 'counted');
await once(process.stdin, 'data');
log.info({}, 'the last line');
process.exit();
