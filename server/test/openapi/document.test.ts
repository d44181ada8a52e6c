import { readFile } from 'node:fs/promises';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ContractDocument,
  readContractDocument,
  unconnectedApp,
} from '../../../scripts/generate/contract-document.ts';
import { ALLOWLIST } from '../../src/features/graphql-proxy/check-document.ts';
import { contractDocument } from '../../src/http/contract/contract-document.ts';
import { VERSION } from '../../src/version.ts';
import { fetchOnce } from '../support/browser.ts';
import { sharedService } from '../support/service/shared-service.ts';

const COUNTS: Readonly<Record<number, string>> = { 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven' };

describe('the contract document', () => {
  let document: ContractDocument;
  beforeAll(async () => {
    document = await readContractDocument();
  });

  test('is OpenAPI 3.1, as its published schema says', async () => {
    const verdict = await new Validator().validate({ ...structuredClone(document) });
    expect(verdict.errors ?? []).toEqual([]);
    expect(verdict.valid).toBe(true);
    const broken = await new Validator().validate({ ...structuredClone(document), paths: { 'no-slash': {} } });
    expect(broken.valid).toBe(false);
  });

  test('has schemas that are JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  });

  test('names the version of the contract [N-2]', () => {
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: VERSION } });
  });

  test('has every route of the service and no other [N-2]', async () => {
    const app = await unconnectedApp();
    await app.ready();
    const routes = routesIn(app.printRoutes({ commonPrefix: false }));
    await app.close();
    const pages = routes.filter((route) => route.includes(' /docs'));
    const ofOperators = ['/healthz', '/readyz'].flatMap((path) => [`HEAD ${path}`, `GET ${path}/`, `HEAD ${path}/`]);
    expect(routes).toEqual(expect.arrayContaining(ofOperators));
    const documented = operationsIn(document).map(({ method, path }) => `${method} ${path}`);
    expect(pages.length).toBeGreaterThan(0);
    expect(documented.length).toBeGreaterThan(14);
    const others = routes.filter((route) => !pages.includes(route) && !ofOperators.includes(route));
    expect(others.toSorted()).toEqual(documented.toSorted());
  });

  test('keeps the service from starting for a route that it lacks, and for an endpoint without a route', async () => {
    const app = fastify();
    await app.register(contractDocument, { version: VERSION });
    expect(() => app.get('/api/extra', async () => 'extra')).toThrow('GET /api/extra is not in the contract');
    await expect(app.ready()).rejects.toThrow(/^\w+ has no route/);
  });

  test('declares of each endpoint whether its answer is sent in pieces, and a body limit only where one is read', () => {
    for (const { id, answers, streams, body, bodyMaxBytes } of ENDPOINTS) {
      const inPieces = answers[200]?.text !== undefined || answers[200]?.lines !== undefined;
      expect([id, streams !== undefined]).toEqual([id, inPieces]);
      if (streams === 'events') expect(answers[200]?.text).toBe('text/event-stream');
      if (streams === 'file') expect(answers[200]?.headers).toHaveProperty('Content-Disposition');
      if (bodyMaxBytes !== undefined) expect([id, body === undefined]).toEqual([id, false]);
    }
  });

  test('keeps the name of each operation, which programs call it by', async () => {
    const stable: unknown = JSON.parse(await readFile(new URL('operation-ids.json', import.meta.url), 'utf8'));
    const named = operationsIn(document).map(({ method, path, operation }) => [
      `${method} ${path}`,
      operation.operationId,
    ]);
    expect(Object.fromEntries(named), 'add new operations to operation-ids.json; rename none').toEqual(stable);
  });

  test('names and describes each operation, once', () => {
    const operations = operationsIn(document).map(({ operation }) => operation);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation, operation.operationId).toMatchObject({
        operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
        summary: expect.stringMatching(/^\w.*[^.]$/),
        description: expect.stringMatching(/\.$/),
        tags: [expect.any(String)],
        security: expect.any(Array),
      });
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(response, status).toMatchObject({ description: expect.stringMatching(/\S/) });
        expect(JSON.stringify(response), status).not.toContain('Default Response');
      }
    }
  });

  test('has a real answer as example of each operation that answers with a body', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'contract', components: document.components });
    for (const { operation } of operationsIn(document)) {
      const success = operation.responses[200] ?? operation.responses[202];
      for (const [type, { schema, example }] of Object.entries(success?.content ?? {})) {
        if (type === 'text/html') continue;
        expect(example, `${operation.operationId}: run \`npm run examples\``).toBeDefined();
        const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'));
        expect(ajv.validate(whole, example), `${operation.operationId}: ${ajv.errorsText()}`).toBe(true);
      }
    }
  });

  test('refers only to schemas that are there, and has none that nothing refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    const named = references.map(([, name = '']) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)));
    expect(JSON.stringify(document).match(/"\$ref"/g)).toHaveLength(named.length);
  });

  test('has a 2xx answer for each operation but those that the page on linting names', async () => {
    const page = await readFile(new URL('../../../docs/http-api.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## Linting the OpenAPI document\n');
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const redirecting = operations.filter(
      ({ responses }) => !Object.keys(responses).some((code) => code.startsWith('2')),
    );
    const names = /\(((?:`\w+`[,\s]*)+)\)/.exec(section)?.[1]?.match(/\w+/g) ?? [];
    expect(names.toSorted()).toEqual(redirecting.map(({ operationId }) => operationId).toSorted());
    // One more is about the license.
    expect(section).toMatch(new RegExp(`\`redocly lint\` reports ${COUNTS[names.length + 1]} warnings`));
  });

  test('allows the operations that the proxy allows [GP-7]', () => {
    expect(document.components.schemas).toMatchObject({
      GraphqlOperationName: { anyOf: [...ALLOWLIST.keys()].map((name) => ({ const: name })) },
    });
  });
});

describe('GET /api/openapi.json', () => {
  const service = sharedService();

  test('answers the document to anybody, and lets nobody keep it [N-2]', async () => {
    const answer = await fetchOnce(`${service().url}/api/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { paths, components } = await readContractDocument();
    expect(answer.json).toMatchObject({ info: { version: '0.0.0-test' }, paths, components });
  });

  test('/docs is a page of its own files only, and nothing else is found below it', async () => {
    const page = await fetchOnce(`${service().url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(4);
    expect(page.text).not.toMatch(/<script>|<style|style=|onload=/);
    for (const address of addresses) {
      expect(address).toMatch(/^\/docs\/static\//);
      const file = await fetchOnce(`${service().url}${address}`);
      expect(file.status, address).toBe(200);
      expect(file.headers.get('content-security-policy'), address).toMatch(/^default-src 'none'; script-src 'self';/);
    }
    expect((await fetchOnce(`${service().url}/docs/nothing`)).status).toBe(404);
    expect((await fetchOnce(`${service().url}/docs`, { method: 'POST' })).status).toBe(405);
  });
});

const operationsIn = ({ paths }: ContractDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** The printed tree of routes as `GET /path/{parameter}`. */
function routesIn(tree: string): readonly string[] {
  const open: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', name = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? [];
    if (name === '') return [];
    open.length = indent.length / 4;
    open.push(name);
    const path = open.join('').replace(/:(\w+)/g, '{$1}');
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
}
