import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { commandOf, lastOf, pairsOf, type Stage, stagesOf } from './dockerfile.ts';

/** An image, as a folder with its files. */
export interface BuiltImage {
  readonly root: string;
  readonly folder: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: string;
  readonly volumes: readonly string[];
}

interface BuildOptions {
  /** The repository. */
  readonly context: string;
  readonly dockerfile: string;
  /** An empty folder. */
  readonly folder: string;
}

/**
 * Carries out a Dockerfile of two stages. The first runs on a layer over this machine, which is thrown away; the machine
 * stands in for the base image. The second is made of copies alone.
 */
export function buildImage({ context, dockerfile, folder }: BuildOptions): BuiltImage {
  const [build, image, ...more] = stagesOf(dockerfile);
  if (build === undefined || image === undefined || more.length > 0) throw new Error('there are not two stages');
  requireBase(lastOf(build, 'FROM'));
  copyContext(context, join(folder, 'context'));
  const root = join(folder, 'image');
  const script = [PREPARE, ...linesOf(build, '"$LAYER"'), ...linesOf(image, '"$IMAGE"')].join('\n');
  const { PATH, HOME, NODE_EXTRA_CA_CERTS: authority } = process.env;
  const { status } = spawnSync('unshare', ['--mount', '--propagation', 'private', '/bin/sh', '-c', script], {
    stdio: 'inherit',
    env: {
      ...{ PATH, HOME, FOLDER: folder, LAYER: join(folder, 'layer/root'), IMAGE: root, NODE: process.execPath },
      ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority }),
    },
  });
  if (status !== 0) throw new Error(`the Dockerfile ended with ${status}`);
  return {
    root,
    folder: lastOf(image, 'WORKDIR'),
    user: lastOf(image, 'USER'),
    env: pairsOf(image, 'ENV'),
    entrypoint: commandOf(image, 'ENTRYPOINT'),
    command: commandOf(image, 'CMD'),
    healthCheck: commandOf(image, 'HEALTHCHECK'),
    stopSignal: lastOf(image, 'STOPSIGNAL'),
    volumes: lastOf(image, 'VOLUME').split(/\s+/),
  };
}

/** `put OWNER TARGET SOURCE…` copies files, and what is in folders, into the folder TARGET. */
const PREPARE = `set -e
mkdir -p "$IMAGE" "$FOLDER/layer"
mount -t tmpfs tmpfs "$FOLDER/layer"
mkdir "$FOLDER/layer/upper" "$FOLDER/layer/work" "$LAYER"
mount -t overlay overlay -o "lowerdir=/,upperdir=$FOLDER/layer/upper,workdir=$FOLDER/layer/work" "$LAYER"
mount --rbind /dev "$LAYER/dev"
mount --rbind /proc "$LAYER/proc"
mkdir -p "$LAYER/usr/local/bin"
cp --remove-destination "$NODE" "$LAYER/usr/local/bin/node"
put() {
  owner=$1 target=$2
  shift 2
  mkdir -p "$target"
  for source; do
    if [ -d "$source" ]; then from=$source name=.; else from=$(dirname "$source") name=$(basename "$source"); fi
    tar -C "$from" --numeric-owner --owner="\${owner%:*}" --group="\${owner#*:}" -cf - "$name" |
      tar -C "$target" --no-overwrite-dir -xpf -
  done
}`;

const OF_IMAGE = /^(?:FROM|LABEL|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)$/;

/** The shell's lines for the instructions that change files. Throws for those it does not know. */
function linesOf(stage: Stage, root: string): readonly string[] {
  let [folder, user, environment] = ['/', '0:0', ''];
  return stage.flatMap(([name, rest]) => {
    if (name === 'WORKDIR') folder = rest;
    else if (name === 'USER') user = rest;
    else if (name === 'ENV') environment += ` ${rest}`;
    else if (name === 'RUN') {
      const argv = rest.startsWith('[') ? (JSON.parse(rest) as string[]) : ['/bin/sh', '-c', rest];
      const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
      const identity = user === '0:0' ? '' : `--userspec=${user}`;
      return [
        `echo RUN ${quoted(rest)}`,
        `mkdir -p ${root}${folder}`,
        `chroot ${identity} ${root} /usr/bin/env --chdir=${folder} ${path}${environment} ${argv.map(quoted).join(' ')}`,
      ];
    } else if (name === 'COPY') {
      const parts = rest.split(/\s+/);
      const owner = parts.find((word) => word.startsWith('--chown='))?.slice('--chown='.length) ?? '0:0';
      const paths = parts.filter((word) => !word.startsWith('--'));
      const from = parts.includes('--from=build') ? '"$LAYER"' : '"$FOLDER"/context/';
      const target = join(folder, paths.at(-1) ?? '');
      return [
        `put ${owner} ${root}${target} ${paths
          .slice(0, -1)
          .map((path) => from + path)
          .join(' ')}`,
      ];
    } else if (!OF_IMAGE.test(name)) throw new Error(`${name} is not understood`);
    return [];
  });
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** This machine has to be the same Debian, and this process the same Node.js. */
function requireBase(from: string): void {
  const [, version, codename] = /^node:(\d+\.\d+\.\d+)-(\w+)-slim\b/.exec(from) ?? [];
  const isSame = readFileSync('/etc/os-release', 'utf8').includes(`VERSION_CODENAME=${codename}`);
  if (!isSame || version !== process.versions.node) throw new Error(`this machine cannot stand in for ${from}`);
}

/** Copies what a builder is sent: the files of the repository, without those that `.dockerignore` names. */
function copyContext(context: string, target: string): void {
  const rules = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
    .map((line) => [!line.startsWith('!'), line.replace('!', '')] as const);
  const isIgnored = (path: string): boolean =>
    rules.findLast(([, rule]) => matchesGlob(path, rule) || matchesGlob(path, `${rule}/**`))?.[0] === true;
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', list, { cwd: context, encoding: 'utf8' }).split('\0');
  mkdirSync(target);
  for (const file of files) if (file !== '' && !isIgnored(file)) cpSync(join(context, file), join(target, file));
}
