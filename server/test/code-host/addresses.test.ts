import { describe, expect, test } from 'vitest';
import { codeHostAddresses } from '../../src/code-host/addresses.ts';

describe('addresses of a code host', () => {
  test.for([
    ['https://github.com', null, 'https://api.github.com', 'https://api.github.com/graphql', 'github.com'],
    ['https://github.com/', null, 'https://api.github.com', 'https://api.github.com/graphql', 'github.com'],
    ['https://GitHub.com', null, 'https://api.github.com', 'https://api.github.com/graphql', 'github.com'],
    ['https://octo.ghe.com', null, 'https://api.octo.ghe.com', 'https://api.octo.ghe.com/graphql', 'ghe.com'],
    [
      'https://git.example.org',
      null,
      'https://git.example.org/api/v3',
      'https://git.example.org/api/graphql',
      'enterprise-server',
    ],
    [
      'https://git.example.org//',
      null,
      'https://git.example.org/api/v3',
      'https://git.example.org/api/graphql',
      'enterprise-server',
    ],
    [
      'http://git.local:8443',
      null,
      'http://git.local:8443/api/v3',
      'http://git.local:8443/api/graphql',
      'enterprise-server',
    ],
    [
      'https://notgithub.com',
      null,
      'https://notgithub.com/api/v3',
      'https://notgithub.com/api/graphql',
      'enterprise-server',
    ],
    ['https://notghe.com', null, 'https://notghe.com/api/v3', 'https://notghe.com/api/graphql', 'enterprise-server'],
    [
      'https://ghe.com.example',
      null,
      'https://ghe.com.example/api/v3',
      'https://ghe.com.example/api/graphql',
      'enterprise-server',
    ],
    [
      'https://a.test',
      'https://b.test/api/v3/',
      'https://b.test/api/v3',
      'https://b.test/api/graphql',
      'enterprise-server',
    ],
    [
      'http://127.0.0.1:3001',
      'http://127.0.0.1:3001/api',
      'http://127.0.0.1:3001/api',
      'http://127.0.0.1:3001/api/graphql',
      'github.com',
    ],
  ] as const)('of %s with API %s are %s and %s', ([webUrl, apiUrl, api, graphql, kind]) => {
    expect(codeHostAddresses({ webUrl: new URL(webUrl), apiUrl: apiUrl === null ? null : new URL(apiUrl) })).toEqual({
      webUrl: webUrl.toLowerCase().replace(/\/+$/, ''),
      apiUrl: api,
      graphqlUrl: graphql,
      kind,
    });
  });
});
