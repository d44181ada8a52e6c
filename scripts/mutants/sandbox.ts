import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Mutant, mutated } from './mutant.ts';

/** A copy of the repository as it is on disk, in which faults are planted; packages are shared, workspaces are not. */
export interface Sandbox {
  readonly root: string;
  /** Makes it a repository of its own, so that git tells a fault from the rest. */
  commit(): void;
  /** Plants a fault; gives back how to remove it. */
  plant(mutant: Mutant): () => void;
  remove(): void;
}

export function createSandbox(repository: string): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'orgdesk-mutants-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: repository, encoding: 'utf8' });
  const missing = new Set(deleted.split('\0'));
  for (const file of listed.split('\0').filter((name) => name !== '' && !missing.has(name))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(repository, file), join(root, file), { verbatimSymlinks: true });
  }
  linkPackages(join(repository, 'node_modules'), join(root, 'node_modules'));
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root });
  return {
    root,
    commit: () => {
      git('init', '--quiet');
      git('add', '--all');
      git(
        '-c',
        'user.name=mutants',
        '-c',
        'user.email=mutants@localhost',
        'commit',
        '--quiet',
        '--message',
        'no fault',
      );
    },
    plant: (mutant) => {
      const path = join(root, 'server/src', mutant.file);
      const before = readFileSync(path);
      writeFileSync(path, mutated(mutant, root));
      return () => writeFileSync(path, before);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The workspaces' links are relative, so that a copy of them leads to the workspaces of the sandbox. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '@orgdesk') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (name === '.bin' || !name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
  }
}
