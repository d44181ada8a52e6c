import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { type Contained, type Mount, startContained } from './container.ts';
import { type ImageSettings, ignoredBy, parseDockerfile, type Stage, type Step } from './dockerfile.ts';

/** An image, as a folder with its files. */
export interface BuiltImage {
  readonly root: string;
  readonly folder: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly settings: ImageSettings;
}

interface BuildOptions {
  /** What is sent to the builder. */
  readonly context: string;
  readonly dockerfile: string;
  /** An empty folder for the roots of the stages. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Carries out every step of a Dockerfile, and answers what the last stage leaves. */
export async function buildImage({ context, dockerfile, folder, say }: BuildOptions): Promise<BuiltImage> {
  const roots = new Map<string, string>();
  let built: BuiltImage | null = null;
  for (const [number, stage] of parseDockerfile(dockerfile).entries()) {
    const root = join(folder, stage.name ?? `stage-${number}`);
    mkdirSync(root, { recursive: true });
    say(`FROM ${stage.base}${standIn(stage.base)}`);
    built = await carryOut(stage, { context, root, roots, say });
    if (stage.name !== null) roots.set(stage.name, root);
  }
  if (built === null) throw new Error('the Dockerfile has no stage');
  return built;
}

interface Place {
  readonly context: string;
  readonly root: string;
  readonly roots: ReadonlyMap<string, string>;
  readonly say: (line: string) => void;
}

async function carryOut(stage: Stage, place: Place): Promise<BuiltImage> {
  const { root, say } = place;
  const base = stage.base === 'scratch' ? NOTHING : baseOf(stage.base, root);
  let [folder, user] = ['/', '0:0'];
  let env: Readonly<Record<string, string>> = {};
  for (const step of stage.steps) {
    switch (step.kind) {
      case 'workdir':
        folder = resolve(folder, step.path);
        mkdirSync(join(root, folder), { recursive: true });
        break;
      case 'user':
        user = step.user;
        break;
      case 'env':
        env = { ...env, ...step.values };
        break;
      case 'copy':
        copy(step, folder, place);
        break;
      case 'run': {
        const { command } = step;
        say(`RUN ${typeof command === 'string' ? command : command.join(' ')}`);
        const words = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
        await runToEnd({
          root,
          readOnly: false,
          user,
          folder,
          words,
          mounts: base.mounts,
          env: { ...base.env, ...env },
        });
        break;
      }
    }
  }
  return { root, folder, user, env, settings: stage.settings };
}

async function runToEnd(contained: Contained): Promise<void> {
  const child = startContained(contained, 'inherit');
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${contained.words.join(' ')} ended with ${String(code)}`);
}

interface Base {
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
}

const NOTHING: Base = { mounts: [], env: {} };
const NODE_IMAGE = /^node:(\d+\.\d+\.\d+)-(\w+)-slim(?:@sha256:[0-9a-f]{64})?$/;

const standIn = (base: string): string =>
  base === 'scratch' ? '' : ' (in its place: the programs of this machine, and Node.js of node_modules)';

/**
 * No registry of images is asked: instead of an official Node.js image, the programs and libraries of this machine, which
 * has to be the same Debian, with the Node.js and the npm that the image has.
 */
function baseOf(base: string, root: string): Base {
  const [, version = '', codename = ''] = NODE_IMAGE.exec(base) ?? [];
  const release = readFileSync('/etc/os-release', 'utf8');
  if (!release.includes(`VERSION_CODENAME=${codename}`)) throw new Error(`${base}: this machine is no ${codename}`);
  if (version !== process.versions.node) throw new Error(`${base}: this is Node.js ${process.versions.node}`);
  const local = `${root}.local`;
  mkdirSync(join(local, 'bin'), { recursive: true });
  cpSync(process.execPath, join(local, 'bin/node'));
  const npm = join(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), '../..');
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
  mkdirSync(join(root, 'root'), { recursive: true });
  return {
    mounts: [
      { source: '/usr', target: '/usr' },
      { source: local, target: '/usr/local' },
      { source: '/etc', target: '/etc' },
      ...wayToRegistry(),
    ],
    env: { HOME: '/root', npm_config_cache: '/root/.npm', npm_config_update_notifier: 'false', ...certificates() },
  };
}

/** npm's settings and packages that it has fetched before, so that a try is quick and asks little. */
function wayToRegistry(): readonly Mount[] {
  const cache = join(homedir(), '.npm');
  const settings = join(homedir(), '.npmrc');
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  const isElsewhere = authority !== undefined && !/^\/(usr|etc)\//.test(authority);
  return [
    ...(existsSync(cache) ? [{ source: cache, target: '/root/.npm', writable: true as const }] : []),
    ...(existsSync(settings) ? [{ source: settings, target: '/root/.npmrc' }] : []),
    ...(isElsewhere && existsSync(authority) ? [{ source: authority, target: authority }] : []),
  ];
}

const certificates = (): Readonly<Record<string, string>> => {
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  return authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority };
};

/** As a builder does: owned by root unless it says otherwise, without what `.dockerignore` names. */
function copy(step: Extract<Step, { readonly kind: 'copy' }>, folder: string, { context, root, roots }: Place): void {
  const { from, owner, sources, target } = step;
  const sourceRoot = from === null ? context : roots.get(from);
  if (sourceRoot === undefined) throw new Error(`COPY --from=${from}: there is no such stage`);
  const isIgnored = from === null ? ignoredBy(readFileSync(join(context, '.dockerignore'), 'utf8')) : () => false;
  const [uid = 0, gid = uid] = (owner ?? '0:0').split(':').map(Number);
  const to = join(root, resolve(folder, target));
  for (const source of sources) {
    const path = join(sourceRoot, source);
    const isFolder = statSync(path).isDirectory();
    const into = isFolder || !target.endsWith('/') ? to : join(to, basename(source));
    cpSync(path, into, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (each) =>
        !isIgnored(relative(sourceRoot, each)) ||
        (statSync(each).isDirectory() && hasWanted(each, isIgnored, sourceRoot)),
    });
    own(into, path, { uid, gid });
  }
}

/** Whether something below an ignored folder is wanted nevertheless. */
const hasWanted = (folder: string, isIgnored: (path: string) => boolean, root: string): boolean =>
  basename(folder) !== 'node_modules' &&
  readdirSync(folder, { recursive: true }).some((name) => !isIgnored(relative(root, join(folder, String(name)))));

/** Gives what was copied to its owner; what was there before keeps its own. */
function own(copied: string, source: string, owner: { readonly uid: number; readonly gid: number }): void {
  const isFolder = statSync(source).isDirectory();
  if (!isFolder) chownSync(copied, owner.uid, owner.gid);
  for (const name of isFolder ? readdirSync(source, { recursive: true }) : []) {
    const path = join(copied, String(name));
    if (existsSync(path)) lchownSync(path, owner.uid, owner.gid);
  }
}
