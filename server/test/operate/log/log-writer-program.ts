import { once } from 'node:events';
import { createLog } from '../../../src/operate/log.ts';

const log = createLog('info');
const filling = 'x'.repeat(200);
for (let place = 0; place < Number(process.argv[2]); place += 1) log.info({ place, filling }, 'counted');
await once(process.stdin, 'data');
log.info({}, 'the last line');
process.exit();
