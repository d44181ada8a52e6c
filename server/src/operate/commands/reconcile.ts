import type { RoundRefusal, RoundReport } from '../../features/installations/rounds.ts';
import { createServices } from '../../services.ts';
import type { Environment } from '../config/settings.ts';
import { commandLog, fail, usableConfig } from './problems.ts';

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
  if (codeHost === null) return fail('Not compared: no code host is configured. See orgdesk help settings.');
  const log = commandLog(config);
  const closing = new AsyncDisposableStack();
  try {
    const { cache } = await createServices({ ...config, codeHost }, { log }, closing);
    tell('Comparing cached installations with the code host …\n');
    const report = await cache.syncAll(tellProgress, stop);
    if (!report.ok) return refuse(report.refusal);
    process.stdout.write(textOf(report.value));
    if (report.value.limit !== null) {
      tell('Rate limited by the code host. The next comparison continues from here.\n');
    }
  } catch (error) {
    fail(`Not compared: ${error instanceof Error ? error.message : 'unknown error'}`);
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
    `  changed, updated               ${changed}`,
    `  gone, removed from the cache   ${removed}`,
    `Repository lists fetched         ${listsFetched}${listsFailed === 0 ? '' : `, ${listsFailed} failed and will be retried`}`,
    `Redeliveries requested           ${redelivered ?? 'unknown'}`,
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
    tell('Not compared: another instance is running a comparison.\n');
    process.exitCode = BUSY;
  } else if (refusal.kind === 'stopped') {
    tell('Stopped. Completed updates are kept. The next comparison continues from here.\n');
    process.exitCode = STOPPED;
  } else {
    const reason = 'message' in refusal ? refusal.message : refusal.kind;
    fail(`Not compared: could not list installations from the code host (${reason}). The cache was not changed.`);
  }
}
