import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, startSignedInDemo } from './demo.ts';
import { type EmptyProject, emptyProject } from './empty-project.ts';

let demo: Demo;
let project: EmptyProject;
beforeAll(async () => {
  demo = await startSignedInDemo();
  project = await emptyProject([
    'typescript@5.9.3',
    'esbuild@0.28.2',
    '@types/node@26.6.6',
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.17.0',
    '@hey-api/openapi-ts@0.99.0',
    '@redocly/cli@2.77.0',
  ]);
  await project.write('openapi.json', await (await fetch(`${demo.url}/api/openapi.json`)).text());
  await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['types.ts', 'hey.ts', 'hey-api'] }));
});
afterAll(async () => {
  await project.remove();
  await demo.remove();
});

const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  skipLibCheck: true,
  noEmit: true,
};

/** Rules whose warnings are meant, with the reason. */
const MEANT: Readonly<Record<string, string>> = {
  'operation-2xx-response': 'Sign-in and installing answer with redirects.',
  'info-license': 'The owner has not chosen a license.',
};

test('the linter of Redocly has no warning without a reason', async () => {
  const lint = await project.run('npx', '--no-install', 'redocly', 'lint', 'openapi.json', '--format=json');
  const { problems } = JSON.parse(lint) as { readonly problems: readonly { ruleId: string }[] };
  expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(new Set(Object.keys(MEANT)));
});

test('openapi-typescript writes types that compile, and read from the service', async () => {
  await project.run('npx', '--no-install', 'openapi-typescript', 'openapi.json', '--output', 'openapi-types.ts');
  await project.write('types.ts', withService(OPENAPI_TYPESCRIPT));
  expect(await compiledAndRun('types')).toMatch(/^acme$/m);
});

test('@hey-api/openapi-ts writes a client that compiles, and reads from the service', async () => {
  await project.run('npx', '--no-install', 'openapi-ts', '--input', 'openapi.json', '--output', 'hey-api');
  await project.write('hey.ts', withService(HEY_API));
  expect(await compiledAndRun('hey')).toMatch(/^acme$/m);
});

/** Compiles everything, and runs one file as a bundler leaves it. */
async function compiledAndRun(name: string): Promise<string> {
  await project.run('npx', '--no-install', 'tsc');
  const bundle = ['--bundle', '--platform=node', '--format=esm', `--outfile=${name}.bundle.mjs`, '--log-level=error'];
  await project.run('npx', '--no-install', 'esbuild', `${name}.ts`, ...bundle);
  return project.run(process.execPath, `${name}.bundle.mjs`);
}
const withService = (text: string): string =>
  text.replaceAll('URL', demo.url).replaceAll('SESSION_ID', demo.sessionToken);

const OPENAPI_TYPESCRIPT = `
import createClient from 'openapi-fetch';
import type { paths } from './openapi-types';
const client = createClient<paths>({ baseUrl: 'URL', headers: { Authorization: 'Bearer SESSION_ID' } });
const { data } = await client.GET('/api/organizations/{login}', { params: { path: { login: 'acme' } } });
console.log(data?.organization.login);
`;

const HEY_API = `
import { getOrganization } from './hey-api';
const options = { baseUrl: 'URL', auth: 'SESSION_ID', path: { login: 'acme' } } as const;
const { data } = await getOrganization(options);
console.log(data?.organization.login);
`;
