import { enableCompileCache } from 'node:module';
import { HELP, readSettings } from './settings.ts';
import type { Simulator, SimulatorOptions } from './simulator.ts';

// For a fast start, large modules are imported later.
enableCompileCache();

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(HELP);
} else {
  const settings = readSettings(process.env);
  if ('problems' in settings) fail(settings.problems.join('; '));
  else await run(settings.options, settings.exitWithParent);
}

async function run(options: SimulatorOptions, exitWithParent: boolean): Promise<void> {
  const { startSimulator } = await import('./simulator.ts');
  const simulator = await startSimulator(options).catch((error: unknown) => fail(startProblem(error, options)));
  if (!simulator) return;
  const stop = () => void simulator.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (exitWithParent) stopWithParent(stop);
  announce(simulator);
  // Building the GraphQL schema blocks and must not delay the first page.
  setTimeout(
    () => void import('./graphql/executor.ts').then(({ warmUp }) => warmUp(options.kind ?? 'cloud')),
    300,
  ).unref();
}

function announce({ url, apiUrl, world }: Simulator): void {
  const people = world.offeredUsers().map(({ login, signInNote }) => ({ login, description: signInNote }));
  process.stdout.write(`${JSON.stringify({ ready: true, url, apiUrl, people })}\n`);
}

function stopWithParent(stop: () => void): void {
  if (process.send) {
    process.once('disconnect', stop);
    return;
  }
  process.stdin.once('end', stop).once('error', stop).resume();
}

function startProblem(error: unknown, { host, port }: SimulatorOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is already in use; set SIMULATOR_PORT to another one`;
  return `cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}

function fail(message: string): null {
  process.stderr.write(`simulator: ${message}\n`);
  process.exitCode = 1;
  return null;
}
