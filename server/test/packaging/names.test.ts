import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { WEBHOOK_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commandOf, lastOf, pairsOf, type Stage, stagesOf } from '../../../packaging/try/dockerfile.ts';
import { SHUTDOWN_LIMIT_MS } from '../../src/lib/limits/operate.ts';
import { COMMANDS } from '../../src/operate/commands/table.ts';
import { SETTINGS_BY_GROUP } from '../../src/operate/config/all-settings.ts';
import { namesOf } from '../../src/operate/config/settings.ts';
import { VERSION } from '../../src/version.ts';
import { ROOT, read } from './installed.ts';

const SETTINGS: ReadonlySet<string> = new Set(SETTINGS_BY_GROUP.flatMap(([, settings]) => settings.flatMap(namesOf)));
/** Settings of Node.js, and of the other programs that stand beside the service. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'NODE_COMPILE_CACHE',
  'ORGDESK_HOST',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD_FILE',
  'POSTGRES_USER',
]);

type Json = ReturnType<typeof JSON.parse>;

const YAML_FILES = globSync(['packaging/compose/*.yaml', 'packaging/kubernetes/*.yaml', '.github/workflows/*.yaml'], {
  cwd: ROOT,
}).sort();
const documentsIn = (path: string): readonly Json[] =>
  parseAllDocuments(read(path), { merge: true }).map((document) => {
    expect([path, document.errors]).toEqual([path, []]);
    return document.toJS({ maxAliasCount: 100 });
  });
const kubernetes = documentsIn('packaging/kubernetes/orgdesk.yaml');
const ofKind = (kind: string): Json => kubernetes.find((each) => each.kind === kind);
const unit = read('packaging/systemd/orgdesk.service');
const stages = stagesOf(join(ROOT, 'packaging/image/Dockerfile'));
const wrapper = read('packaging/systemd/orgdesk');
const baseOf = (stage: Stage): string => lastOf(stage, 'FROM').split(' ')[0] ?? '';
const image = stages.at(-1) as Stage;
const imageEnv = pairsOf(image, 'ENV');
const services: Readonly<Record<string, Json>> = Object.assign(
  {},
  ...['sqlite', 'postgres'].map((name) => documentsIn(`packaging/compose/${name}.yaml`)[0].services),
);
const ours = Object.entries(services).filter(([name]) => name.startsWith('orgdesk'));

/** Every environment that is handed to something, by the file it stands in. */
const ENVIRONMENTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['Dockerfile', imageEnv],
  ...Object.entries(services).map(([name, service]): [string, Record<string, string>] => [name, service.environment]),
  ['ConfigMap', ofKind('ConfigMap').data],
  [
    'Deployment',
    Object.fromEntries(
      ofKind('Deployment').spec.template.spec.containers[0].env.map(({ name, value }: Json) => [name, value]),
    ),
  ],
  [
    'unit',
    Object.fromEntries(
      [...read('packaging/systemd/example.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ),
  ],
];
const envOf = (file: string): Readonly<Record<string, string>> =>
  ENVIRONMENTS.find(([name]) => name === file)?.[1] ?? {};

describe('the files of packaging name what there is', () => {
  test('every YAML file is one', () => {
    expect(YAML_FILES).toHaveLength(5);
    for (const path of YAML_FILES) expect(documentsIn(path).length).toBeGreaterThan(0);
  });

  test('every variable is a setting, and no setting is given twice', () => {
    for (const [file, environment] of ENVIRONMENTS) {
      const names = Object.keys(environment);
      expect(names.length, file).toBeGreaterThan(0);
      expect([file, names.filter((name) => !SETTINGS.has(name) && !OF_OTHERS.has(name))]).toEqual([file, []]);
      const inAll = file === 'Dockerfile' || !isOurs(file) ? names : [...names, ...Object.keys(imageEnv)];
      const settings = inAll.map((name) => name.replace(/_FILE$/, ''));
      expect([file, settings.filter((name, index) => settings.indexOf(name) !== index)]).toEqual([file, []]);
    }
    const text = [unit, ...YAML_FILES.map(read), read('packaging/proxy/nginx.conf')].join('\n');
    const spoken = [...text.matchAll(/^\s*#.*$/gm)].flatMap(([line]) => line.match(/\b[A-Z]+_[A-Z_]*[A-Z]\b/g) ?? []);
    expect(spoken.filter((name) => !SETTINGS.has(name) && !OF_OTHERS.has(name))).toEqual([]);
  });

  test('everything that has to be set is set, or said to be in the env file', () => {
    const required = SETTINGS_BY_GROUP.flatMap(([, all]) => all.filter((each) => each.required)).map(
      ({ name }) => name,
    );
    const unknownTo = (names: readonly string[]) =>
      required.filter((name) => !names.includes(name) && !names.includes(`${name}_FILE`));
    expect(unknownTo([...Object.keys(envOf('ConfigMap')), ...Object.keys(envOf('Deployment'))])).toEqual([]);
    const inEnvFile = ['CODE_HOST_APP_ID', 'CODE_HOST_APP_SLUG', 'CODE_HOST_CLIENT_ID'];
    for (const [name, service] of ours) {
      expect([name, unknownTo([...Object.keys(service.environment), ...inEnvFile])]).toEqual([name, []]);
      expect(service.env_file).toBe('orgdesk.env');
    }
    expect(unknownTo(Object.keys(envOf('unit')))).toEqual([]);
  });

  test('every file that a secret is read from is put there', () => {
    const files = (environment: Readonly<Record<string, string>>) =>
      Object.entries(environment).flatMap(([name, value]) => (name.endsWith('_FILE') ? [value] : []));
    for (const [name, service] of Object.entries(services)) {
      const there = (service.secrets ?? []).map((secret: string) => `/run/secrets/${secret}`);
      expect([name, new Set(files(service.environment))]).toEqual([name, new Set(there)]);
    }
    const [secret] = documentsIn('packaging/kubernetes/secrets.yaml');
    expect(new Set(files(envOf('Deployment')))).toEqual(
      new Set(Object.keys(secret.stringData).map((key) => `/run/secrets/orgdesk/${key}`)),
    );
    expect(Object.values(secret.stringData).every((value) => value === '')).toBe(true);
    for (const path of files(envOf('unit'))) expect(path).toMatch(/^\/etc\/orgdesk\/secrets\/[a-z-]+$/);
  });

  test('programs, paths, ports and commands are there', () => {
    const paths = [...commandOf(image, 'ENTRYPOINT'), ...commandOf(image, 'HEALTHCHECK')].filter((word) =>
      word.endsWith('.js'),
    );
    expect(paths).toHaveLength(2);
    const inUnit = [...`${unit}\n${wrapper}`.matchAll(/\/opt\/orgdesk\/([\w./-]+\.(?:js|md))/g)].map(
      ([, path = '']) => path,
    );
    expect(inUnit).toHaveLength(2);
    expect([...paths, ...inUnit].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(wrapper).toContain(
      '/opt/orgdesk/node_modules/node/bin/node --max-old-space-size=244 --max-semi-space-size=4 ',
    );
    for (const [command] of [
      commandOf(image, 'CMD'),
      /^ExecStart=\/opt\/orgdesk\/packaging\/systemd\/orgdesk (\w+)$/m.exec(unit)?.slice(1) ?? [],
    ]) {
      expect(Object.keys(COMMANDS)).toContain(command);
    }
    const [container] = ofKind('Deployment').spec.template.spec.containers;
    expect(container.args.every((word: string) => word in COMMANDS)).toBe(true);
    expect(lastOf(image, 'EXPOSE')).toBe('3000');
    expect(container.ports.map(({ containerPort }: Json) => String(containerPort))).toEqual([
      '3000',
      envOf('ConfigMap').METRICS_PORT,
    ]);
    for (const proxy of ['proxy/nginx.conf', 'proxy/Caddyfile', 'compose/Caddyfile']) {
      expect(read(`packaging/${proxy}`)).toMatch(/:3000\b/);
    }
    const addresses = ENDPOINTS.map(({ path }) => path);
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    for (const { httpGet } of probes) expect(addresses).toContain(httpGet.path);
    expect(existsSync(join(ROOT, '.ci/run'))).toBe(true);
  });

  test('one version of the service and of Node.js everywhere', () => {
    const { version, dependencies } = JSON.parse(read('package.json'));
    expect([version, pairsOf(image, 'LABEL')['org.opencontainers.image.version']]).toEqual([VERSION, VERSION]);
    expect(baseOf(stages[0] as Stage).split('@')[0]).toBe(`node:${dependencies.node}-bookworm-slim`);
    for (const [, service] of ours) expect(service.image).toBe(`orgdesk:${VERSION}`);
    expect(ofKind('Deployment').spec.template.spec.containers[0].image).toMatch(new RegExp(`/orgdesk:${VERSION}$`));
  });

  test('whatever stops an instance waits for its delay and its last answers', () => {
    const needed = (delay: string | undefined) => Number(delay) + SHUTDOWN_LIMIT_MS / 1000;
    const { terminationGracePeriodSeconds } = ofKind('Deployment').spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(needed(envOf('ConfigMap').SHUTDOWN_DELAY));
    for (const [, { stop_grace_period: period, environment }] of ours) {
      expect(Number.parseInt(period, 10)).toBeGreaterThan(needed(environment.SHUTDOWN_DELAY));
    }
    const seconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1]);
    expect(seconds).toBeGreaterThan(needed(envOf('unit').SHUTDOWN_DELAY));
  });

  test('an instance is looked at twice while it serves on, and has nothing it could do without', () => {
    const { spec } = ofKind('Deployment').spec.template;
    const [{ readinessProbe, securityContext }] = spec.containers;
    expect(Number(envOf('ConfigMap').SHUTDOWN_DELAY)).toBeGreaterThan(
      readinessProbe.periodSeconds * readinessProbe.failureThreshold,
    );
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
    expect(lastOf(image, 'USER')).toBe('65532:65532');
  });

  test('no address is trusted until somebody says which, and only the ingress and Prometheus reach an instance', () => {
    expect(envOf('ConfigMap')).not.toHaveProperty('TRUSTED_PROXIES');
    const { podSelector, policyTypes, ingress } = ofKind('NetworkPolicy').spec;
    expect([podSelector, policyTypes]).toEqual([ofKind('Deployment').spec.selector, ['Ingress']]);
    expect(ingress.map(({ ports }: Json) => ports.map(({ port }: Json) => port))).toEqual([['http'], ['metrics']]);
    for (const { from } of ingress) {
      for (const { namespaceSelector } of from) {
        expect(Object.keys(namespaceSelector.matchLabels)).toEqual(['kubernetes.io/metadata.name']);
      }
    }
    expect(ofKind('Service').spec.ports.map(({ targetPort }: Json) => targetPort)).toEqual(['http']);
  });

  test('everything that Compose starts has limits, and no more rights than it needs', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          mem_limit: expect.stringMatching(/^\d+[mg]$/),
          pids_limit: expect.any(Number),
          cpus: expect.any(Number),
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        }),
      ]);
    }
  });

  test('under systemd, settings come from /etc alone, and nothing is written where it works', () => {
    expect(unit).toMatch(/^WorkingDirectory=\/$/m);
    expect(unit).toMatch(/^User=orgdesk$/m);
    expect(unit).not.toMatch(/DynamicUser|EnvironmentFile/);
    expect(read('packaging/systemd/orgdesk.sysusers')).toMatch(/^u orgdesk /m);
    expect(wrapper).toMatch(/--env-file \/etc\/orgdesk\/orgdesk\.env$/m);
    expect(envOf('unit').DATABASE_URL).toMatch(/^sqlite:\/var\/lib\/orgdesk\//);
    expect(read('docs/operations/monitoring.md')).toContain('root  out=$(/usr/local/bin/orgdesk doctor)');
  });

  test('the documented commands name services, programs and commands that there are', () => {
    const page = read('docs/operations/packaging.md');
    const argv = commandOf(image, 'ENTRYPOINT');
    const entrypoint = [argv[0], argv.at(-1), 'doctor'].join(' ');
    expect(page).toContain(`kubectl exec deployment/${ofKind('Deployment').metadata.name} -- ${entrypoint}`);
    for (const [, file = '', name = ''] of page.matchAll(/compose --file (\S+) run --rm --no-deps (\S+) doctor/g)) {
      expect(Object.keys(documentsIn(file)[0].services)).toContain(name);
    }
  });

  test('images of other projects are pinned by digest, all or none', () => {
    const foreign = [...stages.map(baseOf), ...Object.values(services).map(({ image: of }) => String(of))].filter(
      (name) => name !== 'scratch' && !name.startsWith('orgdesk:'),
    );
    expect(foreign).toHaveLength(3);
    for (const name of foreign) expect(name).toMatch(/:[\w.-]+(@sha256:[0-9a-f]{64})?$/);
    expect(new Set(foreign.map((name) => name.includes('@'))).size).toBe(1);
  });

  test('proxies let through what the service takes', () => {
    expect(ENDPOINTS.map(({ path }) => path)).toContain('/api/install/webhook');
    const nginx = read('packaging/proxy/nginx.conf');
    expect(nginx).toMatch(/large_client_header_buffers 4 64k;/);
    const webhook = nginx.slice(nginx.indexOf('location = /api/install/webhook'));
    expect(webhook).toContain(`client_max_body_size ${WEBHOOK_BODY_MAX_BYTES / 1024 / 1024}m;`);
    const megabytes = WEBHOOK_BODY_MAX_BYTES / 1024 / 1024;
    for (const path of ['proxy', 'compose']) {
      const limits = [...read(`packaging/${path}/Caddyfile`).matchAll(/request_body @(\w+) \{\n\t\tmax_size (\w+)/g)];
      expect(limits.map(([, matcher, size]) => [matcher, size])).toEqual([
        ['delivery', `${megabytes}MiB`],
        ['other', '3MiB'],
      ]);
    }
  });
});

const isOurs = (file: string): boolean => file === 'ConfigMap' || file === 'Deployment' || file.startsWith('orgdesk');
