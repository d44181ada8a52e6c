import { type Endpoint, GET_ABOUT, GET_ORGANIZATION, LIST_JOBS, START_INSTALLATION } from '@orgdesk/contract';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { everybody, members, owners, signedIn } from '../../src/http/access.ts';
import { addEndpoint } from '../../src/http/contract/add-endpoint.ts';
import { ok, refuse } from '../../src/lib/result.ts';

const ACCESSES = { everybody, signedIn, members, owners: owners('test') };

describe('an endpoint says who may call it, or the service does not start', () => {
  const adding = (endpoint: Endpoint, served: object) => () =>
    addEndpoint(fastify(), endpoint, served as { access: typeof everybody }, async () => ok({} as never));

  test('an endpoint without a declaration throws, and is no TypeScript', () => {
    // @ts-expect-error The declaration is missing.
    const missing = () => addEndpoint(fastify(), GET_ABOUT, {}, async () => ok({ providerName: '' } as never));
    expect(missing).toThrow('getAbout does not declare who may call it: add `access` to its registration');
  });

  test('a refusal that no table has a sentence for is no TypeScript', () => {
    const silent = () =>
      // @ts-expect-error Neither the table of the endpoint nor that of its access has it.
      addEndpoint(fastify(), GET_ABOUT, { access: everybody, refusalResponses: {} }, async () => refuse('unheard-of'));
    expect(silent).not.toThrow();
  });

  test.each([
    ['everybody', LIST_JOBS],
    ['everybody', GET_ORGANIZATION],
    ['signedIn', GET_ABOUT],
    ['members', GET_ABOUT],
    ['owners', GET_ABOUT],
    ['signedIn', START_INSTALLATION],
  ] as const)('%s for $id, whose session the contract describes otherwise, throws', (name, endpoint) => {
    expect(adding(endpoint, { access: ACCESSES[name] })).toThrow(
      `${endpoint.id} declares an access that does not fit its session in the contract, '${endpoint.session}'`,
    );
  });

  test.each(['members', 'owners'] as const)('%s of no organization throw', (name) => {
    const nowhere: Endpoint = { ...LIST_JOBS, path: '/api/nowhere' };
    expect(adding(nowhere, { access: ACCESSES[name] })).toThrow('which its path does not name as {login}');
  });
});
