/*
 * Loaded into every measured program before its own code: answers what the process has used so far, and costs nothing
 * until it is asked. Plain JavaScript: to load TypeScript here would cost the program 17 MB that it does not need.
 */

import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

const EVERY_MS = 5;
const NONE = { cpuMs: 0, ms: 0 };
let longestTurn = NONE;
/** @type {NodeJS.Timeout | null} */
let timer = null;

process.on('message', (question) => {
  if (question === 'watch') {
    if (timer !== null) clearInterval(timer);
    longestTurn = NONE;
    timer = watchTurns();
    process.send?.('watching');
    return;
  }
  if (question === 'collect') {
    void collectAll().then(() => process.send?.('collected'));
    return;
  }
  if (question === 'survivors') {
    void survivors().then((found) => process.send?.(found));
    return;
  }
  const { user, system } = process.cpuUsage();
  // `ProcessFigures` in program.ts.
  process.send?.({
    cpuMicros: user + system,
    residentMegabytes: process.memoryUsage.rss() / 1024 ** 2,
    longestTurn,
  });
});
// Nothing measured outlives the bench, however that ends.
process.on('disconnect', () => process.exit());
process.channel?.unref();

/** Looks between any two turns of a timer how long they were apart, and how much of that this thread was at work. */
function watchTurns() {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [lastMs, lastCpuMs] = [performance.now(), cpuMs()];
  return setInterval(() => {
    const [nowMs, nowCpuMs] = [performance.now(), cpuMs()];
    longestTurn = {
      cpuMs: Math.max(longestTurn.cpuMs, nowCpuMs - lastCpuMs),
      ms: Math.max(longestTurn.ms, nowMs - lastMs - EVERY_MS),
    };
    [lastMs, lastCpuMs] = [nowMs, nowCpuMs];
  }, EVERY_MS).unref();
}

/** @type {((options: object) => void) | null} */
let gc = null;
let majorCollections = 0;
let heapBytes = 0;

/** From here on `survivors` counts. */
async function collectAll() {
  if (gc === null) {
    v8.setFlagsFromString('--expose-gc');
    gc = vm.runInNewContext('gc');
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (isMajor(detail)) majorCollections += 1;
    }).observe({ entryTypes: ['gc'] });
  }
  for (let time = 0; time < 3; time += 1) {
    gc?.({ type: 'major' });
    await nextTurn();
  }
  majorCollections = 0;
  heapBytes = process.memoryUsage().heapUsed;
}

/** What only collections of the young generation left of everything allocated since `collectAll`. */
async function survivors() {
  for (let time = 0; time < 3; time += 1) {
    gc?.({ type: 'minor' });
    await nextTurn();
  }
  return { bytes: process.memoryUsage().heapUsed - heapBytes, majorCollections };
}

const MAJOR = 4;
/** @param {any} detail */
const isMajor = (detail) => detail?.kind === MAJOR;
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 20));
