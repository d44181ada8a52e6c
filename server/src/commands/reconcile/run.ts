import { compose } from '../../compose.ts';
import type { Environment } from '../../config/settings.ts';
import type { RoundRefusal, RoundReport } from '../../installation-cache/rounds.ts';
import { commandLog, fail, usableConfig } from '../problems.ts';

const BUSY = 3;
/** The shell's exit code after Ctrl-C. */
const STOPPED = 130;

export interface ReconcileCommand {
  readonly json: boolean;
}

const tell = (text: string) => void process.stderr.write(text);

/** Compares the cache with the code host once. When stopped, releases its lease and abandons requests in progress. */
export async function run(env: Environment, { json }: ReconcileCommand): Promise<void> {
  const stop = new AbortController();
  // A second signal exits at once.
  const stopOrEnd = () => (stop.signal.aborted ? process.exit(STOPPED) : stop.abort());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOrEnd);
  await reconcile(env, json ? jsonOf : summaryOf, stop.signal);
  // Abandoned requests would keep the process alive.
  if (stop.signal.aborted) process.exit();
}

async function reconcile(env: Environment, textOf: (report: RoundReport) => string, stop: AbortSignal): Promise<void> {
  const config = usableConfig(env);
  if (config === null) return;
  const { codeHost } = config;
  if (codeHost === null)
    return fail('No code host is configured: there is nothing to compare with. See orgdesk help settings.');
  const log = commandLog(config);
  const closing = new AsyncDisposableStack();
  try {
    const { cache } = await compose({ ...config, codeHost }, { log }, closing);
    tell('Comparing cached installations with the code host …\n');
    const report = await cache.syncAll(tellProgress, stop);
    if (!report.ok) return refuse(report.refusal);
    process.stdout.write(textOf(report.value));
    if (report.value.limit !== null) {
      tell('The code host took no more requests; the next comparison goes on with the rest.\n');
    }
  } catch (error) {
    fail(`Not compared: ${error instanceof Error ? error.message : 'for an unknown reason'}`);
  } finally {
    await closing.disposeAsync();
  }
}

function tellProgress(done: number, total: number): void {
  if (total === 0) return;
  if (process.stderr.isTTY) tell(`\rRepository lists: ${done} of ${total}${done === total ? '\n' : ''}`);
  else if (done === total || done % 100 === 0) tell(`Repository lists: ${done} of ${total}\n`);
}

function summaryOf(report: RoundReport): string {
  const { onCodeHost, added, changed, removed, listsFetched, listsFailed, redelivered } = report;
  const lines = [
    `Installations on the code host   ${onCodeHost}`,
    `  missing in the cache, added    ${added}`,
    `  changed, brought up to date    ${changed}`,
    `  gone, removed from the cache   ${removed}`,
    `Repository lists fetched         ${listsFetched}${listsFailed === 0 ? '' : `, ${listsFailed} failed and will be tried again`}`,
    `Lost deliveries asked for again  ${redelivered ?? 'the code host did not tell'}`,
  ];
  return `${lines.join('\n')}\n`;
}

function jsonOf(report: RoundReport): string {
  const { onCodeHost, added, changed, removed, listsFetched, listsFailed, redelivered, limit } = report;
  const counts = { onCodeHost, added, changed, removed, listsFetched, listsFailed, redelivered };
  return `${JSON.stringify({ ...counts, isWhole: limit === null })}\n`;
}

function refuse(refusal: RoundRefusal): void {
  if (refusal.kind === 'busy') {
    tell('Another instance is comparing right now. Nothing was done here.\n');
    process.exitCode = BUSY;
  } else if (refusal.kind === 'stopped') {
    tell('Stopped. What was brought up to date so far stays; the next comparison goes on from there.\n');
    process.exitCode = STOPPED;
  } else {
    const reason = 'message' in refusal ? refusal.message : refusal.kind;
    fail(`Not compared: the code host did not list the installations (${reason}). What it did not show is as it was.`);
  }
}
