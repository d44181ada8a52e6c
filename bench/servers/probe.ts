import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessFigures } from './program.ts';

/*
 * Loaded into every measured program before its own code: answers what the process has used so far, and costs nothing
 * until it is asked.
 */

const RESOLUTION_MS = 5;
const blocks = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

process.on('message', (question) => {
  if (question === 'watch') {
    blocks.enable();
    blocks.reset();
    process.send?.('watching');
    return;
  }
  const { user, system } = process.cpuUsage();
  const figures: ProcessFigures = {
    cpuMicros: user + system,
    residentMegabytes: process.memoryUsage.rss() / 1024 ** 2,
    longestBlockMs: Math.max(0, blocks.max / 1e6 - RESOLUTION_MS),
  };
  process.send?.(figures);
});
// Nothing measured outlives the bench, however that ends.
process.on('disconnect', () => process.exit());
process.channel?.unref();
