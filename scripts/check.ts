import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { scriptArguments } from './script-arguments.ts';

/*
 * Runs every `check:…` of package.json, all at once: `npm run check`. Prints the output of each when it ends, then a line
 * for each. The exit code is 0 when all passed.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${ROOT}package.json`, 'utf8'),
);
const commands = Object.entries(scripts).flatMap(([script, command]) =>
  script.startsWith('check:') ? [{ name: script.slice('check:'.length), command }] : [],
);

scriptArguments({
  name: 'check',
  about: `Checks ${commands.map(({ name }) => name).join(', ')} at once; npm run check:NAME checks one of them.`,
});

const groups = new Set<number>();
// Each part is a group of processes, which the terminal does not interrupt. The compiler ends at no other signal.
process.once('exit', () => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
});
for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const, ['SIGHUP', 129] as const])
  process.once(signal, () => process.exit(code));

interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: string;
}

const outcomes = await Promise.all(
  commands.map(async ({ name, command }) => {
    const { output, ...outcome } = await run(name, command);
    process.stdout.write(`\n${name}: ${command}\n${output}${output === '' || output.endsWith('\n') ? '' : '\n'}`);
    return outcome;
  }),
);
process.stdout.write('\n');
for (const { name, ok, seconds } of outcomes) {
  process.stdout.write(`${ok ? 'ok    ' : styleText('red', 'FAILED')}  ${name.padEnd(8)} ${seconds.padStart(6)} s\n`);
}
if (!outcomes.every(({ ok }) => ok)) process.exitCode = 1;

function run(name: string, command: string): Promise<Outcome & { readonly output: string }> {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  const part = spawn(command, { cwd: ROOT, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  if (part.pid !== undefined) groups.add(part.pid);
  for (const stream of [part.stdout, part.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    part.once('error', reject);
    part.once('close', (code, signal) => {
      if (part.pid !== undefined) groups.delete(part.pid);
      if (signal !== null) chunks.push(Buffer.from(`ended by ${signal}\n`));
      const output = Buffer.concat(chunks).toString();
      resolve({ name, ok: code === 0, seconds: ((performance.now() - startedAt) / 1000).toFixed(1), output });
    });
  });
}
