import type { HostToken, SessionKey } from '../../server/src/lib/secrets.ts';
import { encryptGrant } from '../../server/src/sessions/store/encrypted-grant.ts';
import { benchCipher, openForFilling } from './database.ts';
import { sessionIdOfNumber, sessionKeyOfNumber } from './session-ids.ts';

export interface PeopleOptions {
  /** Number of users, each with one session, five organizations and links to three installations. */
  readonly sessions: number;
  /** Number of organizations, each with the App. */
  readonly installations: number;
  /** Number of sessions with own readable tokens, spread evenly; all by default. */
  readonly readable?: number;
  /** To how many installations each session is linked; by default three. */
  readonly linked?: number;
  /** True if the oldest tenth of the sessions has ended, one after the other, though none of those in use. */
  readonly someEnded?: boolean;
}

const ORGANIZATIONS_EACH = 5;
const FIRST_ID = 10_000_000;
const HOUR_MS = 3_600_000;

/** The installations that session number `number` is linked to. */
export const installationsOf = (number: number, linked: number) =>
  Array.from({ length: linked }, (_, index) => FIRST_ID + number * linked + index).map((id) => ({
    id,
    login: `organization-${id}`,
  }));

/** Somebody who is signed in. */
export interface Person {
  readonly sessionId: string;
  /** The login of an organization they administer. */
  readonly organization: string;
}

/**
 * Fills a database with people who are signed in; those whose sessions open, in a random but fixed order. All names are
 * equally long, so that all answers are.
 */
export async function fillWithPeople(url: string, options: PeopleOptions): Promise<readonly Person[]> {
  const { sessions, installations, readable = sessions, linked = 3, someEnded = false } = options;
  const database = await openForFilling(url);
  const now = Date.now();
  const count = (name: string, upTo: number) =>
    `with recursive ${name}(n) as (select 0 union all select n + 1 from ${name} where n < ${upTo - 1})`;
  const each = (times: number) =>
    `(${Array.from({ length: times }, (_, index) => `select ${index} as k`).join(' union all ')}) as each_one`;

  await database.run('begin');
  await database.run(`insert into host_users (user_id, login, name, avatar_url, updated_at)
    ${count('people', sessions)} select ${FIRST_ID} + n, 'person-' || (${FIRST_ID} + n), 'Person ' || (${FIRST_ID} + n),
    'https://avatars.example/u/' || (${FIRST_ID} + n), ${now} from people`);
  await database.run(`insert into host_organizations (organization_id, login, name, avatar_url, updated_at)
    ${count('numbers', installations)} select ${FIRST_ID} + n, 'organization-' || (${FIRST_ID} + n),
    'Organization ' || (${FIRST_ID} + n), 'https://avatars.example/o/' || (${FIRST_ID} + n), ${now} from numbers`);
  await database.run(`insert into host_installations (installation_id, account_id, account_login, account_type,
      repository_selection, repository_count, suspended_at, created_at, updated_at)
    select organization_id, organization_id, login, 'organization', 'all', 4, null, ${now}, ${now}
    from host_organizations`);
  await database.run(`insert into host_memberships (user_id, organization_id, viewer_can_administer)
    ${count('people', sessions)} select ${FIRST_ID} + n, ${FIRST_ID} + (n * ${ORGANIZATIONS_EACH} + k) % ${installations},
    case when k = 0 then 1 else 0 end from people cross join ${each(ORGANIZATIONS_EACH)}`);
  const blank = encryptedTokens('');
  await database.run(
    `insert into sessions (session_key, user_id, access_token_ciphertext, access_token_iv, access_token_tag,
      refresh_token_ciphertext, refresh_token_iv, refresh_token_tag, token_type, token_scope,
      access_token_expires_at, refresh_token_expires_at, token_version, created_at, expires_at)
    ${count('people', sessions)} select ${database.sessionKeySql('n')}, ${FIRST_ID} + n, $1, $2, $3, $4, $5, $6,
      'bearer', '', ${now + 8 * HOUR_MS}, ${now + 4_000 * HOUR_MS}, 1, ${now},
      ${now + 8 * HOUR_MS} - case when n < ${someEnded ? sessions / 10 : 0} then ${9 * HOUR_MS} - n else 0 end
      from people`,
    blank,
  );
  await database.run(`insert into session_installations (session_key, installation_id)
    select session_key, ${FIRST_ID} + ((user_id - ${FIRST_ID}) * ${linked} + k) % ${installations}
    from sessions cross join ${each(linked)} order by session_key`);
  const numbers = Array.from({ length: readable }, (_, index) => Math.floor((index * sessions) / readable));
  for (const number of numbers) {
    const key = sessionKeyOfNumber(number);
    await database.run(
      `update sessions set access_token_ciphertext = $1, access_token_iv = $2, access_token_tag = $3,
        refresh_token_ciphertext = $4, refresh_token_iv = $5, refresh_token_tag = $6,
        expires_at = ${now + 8 * HOUR_MS} where session_key = $7`,
      [...encryptedTokens(key), key],
    );
  }
  await database.run('commit');
  await database.close();
  // By the hash, which is an order that no table has: people do not come by turns.
  return numbers
    .map((number) => ({
      sessionId: sessionIdOfNumber(number),
      organization: `organization-${FIRST_ID + ((number * ORGANIZATIONS_EACH) % installations)}`,
    }))
    .toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
}

function encryptedTokens(key: string) {
  const token = (kind: string) => `${kind}_${key.padEnd(36, '0').slice(0, 36)}` as HostToken;
  const encrypted = encryptGrant(benchCipher, key as SessionKey, {
    accessToken: token('ghu'),
    refreshToken: token('ghr'),
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    tokenType: 'bearer',
    scope: '',
  });
  return [
    encrypted.access_token_ciphertext,
    encrypted.access_token_iv,
    encrypted.access_token_tag,
    encrypted.refresh_token_ciphertext,
    encrypted.refresh_token_iv,
    encrypted.refresh_token_tag,
  ];
}
