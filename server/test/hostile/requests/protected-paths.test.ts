import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { expectDocumented } from '../leaks/documented-answer.ts';
import { inTurns } from '../sign-in/in-turns.ts';
import { sendRequest } from './raw-http.ts';

const PROTECTED = ['/api/auth/session', '/api/organizations', '/api/organizations/acme'] as const;
/** Its answer names the time, so no two are the same. */
const ACCESS = '/api/organizations/acme/access';

/** Spellings that some layer might take for the protected path, or for a public one. */
const spellingsOf = (path: string): readonly string[] => {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const lettersAs = (text: string, escaped: (code: string) => string) =>
    text.replace(/[a-z]/g, (letter) => escaped(letter.charCodeAt(0).toString(16)));
  return [
    path,
    `/${path}`,
    `//${path}`,
    `/.${path}`,
    `/..${path}`,
    `/x/..${path}`,
    `/healthz/..${path}`,
    `/healthz/%2e%2e${path}`,
    `/healthz/..;${path}`,
    `/healthz%2f..${path}`,
    `/${first}/./${tail}`,
    `/${first}//${tail}`,
    `/${first}/../${first}/${tail}`,
    `/${first}/x/..%2f${tail}`,
    `/${first}%2f${tail}`,
    `/${first}%5c${tail}`,
    `/${first}\\${tail}`,
    `/${first};x/${tail}`,
    `/${first}%00/${tail}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}/..`,
    `${path}%2f`,
    `${path}%00`,
    `${path}%20`,
    `${path}%09`,
    `${path};x`,
    `${path};/healthz`,
    `${path}.json`,
    `${path}?`,
    `${path}??x`,
    `${path}#x`,
    `${path}?/../../healthz`,
    `${path}%3f/healthz`,
    `${path}%23`,
    path.toUpperCase(),
    `/API/${tail}`,
    `/Api/${tail}`,
    `/${lettersAs(first, (code) => `%${code}`)}/${tail}`,
    `/${first}/${lettersAs(tail, (code) => `%${code}`)}`,
    `/${first}/${lettersAs(tail, (code) => `%25${code}`)}`,
    `/${first}/${lettersAs(tail, (code) => `%u00${code}`)}`,
    `http://localhost${path}`,
    `HTTP://evil.example${path}`,
    `https://user:word@evil.example:1${path}`,
    `http://evil.example/${path}`,
    `http:${path}`,
    `http:///${path}`,
  ];
};

/** Positions and words in a path that must not become another organization, or a way out of the folder. */
const LOGINS = [
  '..',
  '.',
  '%2e%2e',
  '%2e%2e%2f',
  '..%2f',
  '..%2f..',
  '%2e%2e%5c',
  '..%252f',
  '%252e%252e',
  '..;',
  '*',
  '**',
  '$',
  '(',
  '%5b',
  '%7b%7d',
  ':login',
  '%3alogin',
];

describe('a protected path', () => {
  const service = sharedService();

  test.each([...PROTECTED, ACCESS])(
    '%s is never answered without a session, however it is spelled [U-7]',
    async (path) => {
      const statuses = await inTurns(spellingsOf(path), async (target) => {
        const answer = await sendRequest(service().url, { target });
        expectDocumented(answer, target);
        expect([400, 401, 404, 405], target).toContain(answer.status);
        return answer.status;
      });
      expect(statuses).toContain(401);
    },
  );

  test.each(PROTECTED)(
    '%s is answered the same under every spelling that is taken for it, and kept by no cache',
    async (path) => {
      const { bearer } = await service().signIn('ada');
      const headers = Object.entries(bearer);
      const honest = await sendRequest(service().url, { target: path, headers });
      await inTurns(spellingsOf(path), async (target) => {
        const answer = await sendRequest(service().url, { target, headers });
        expectDocumented(answer, target);
        expect([200, 400, 404, 405], target).toContain(answer.status);
        if (answer.status === 200) expect(answer.body, target).toBe(honest.body);
      });
    },
  );

  test.each([...LOGINS, 'x'.repeat(101), 'x'.repeat(5_000), '%ff', '%', '%c0%ae%c0%ae'])(
    'with the login %s is no organization, and no other address',
    async (login) => {
      const { bearer } = await service().signIn('ada');
      service().simulator.control.clearRequests();
      for (const tail of [login, `${login}/`, `${login}/x`, `x/${login}`, `${login}/../acme`]) {
        const target = `/api/organizations/${tail}`;
        const answer = await sendRequest(service().url, { target, headers: Object.entries(bearer) });
        expectDocumented(answer, target);
        expect([400, 404], target).toContain(answer.status);
        expect((await sendRequest(service().url, { target })).status, target).not.toBe(200);
      }
      expect(service().simulator.control.requests()).toEqual([]);
    },
  );

  test('is as unknown to a stranger as one that does not exist: same status, same body, same headers', async () => {
    service().simulator.world.addOrganization({ login: 'secret-company' });
    const { bearer } = await service().signIn('grace');
    const lasting = async (login: string) => {
      const answer = await sendRequest(service().url, {
        target: `/api/organizations/${login}`,
        headers: Object.entries(bearer),
      });
      return answer.bytes.replaceAll(/^(Date|X-Request-Id): .*$/gim, '');
    };
    expect(await lasting('secret-company')).toBe(await lasting('no-such-company'));
    expect(await lasting('x'.repeat(200))).toBe(await lasting('no-such-company'));
  });
});
