/*
 * Loaded into every measured program before its own code: answers what the process has used so far, and costs nothing
 * until it is asked. Plain JavaScript: to load TypeScript here would cost the program 17 MB that it does not need.
 */

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
