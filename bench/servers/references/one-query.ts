import { createServer } from 'node:http';
import pg from 'pg';
import type { SessionId } from '../../../server/src/domain/session.ts';
import { sessionKeyOf } from '../../../server/src/security/secrets.ts';
import { repeatedAnswer } from './answer.ts';

/**
 * Asks PostgreSQL one prepared query for everything that the answer shows, and sends the same bytes to everybody whose
 * session it finds.
 */
const { headers, bytes } = repeatedAnswer();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 10 });
// Numbers as numbers, as the service reads them.
pg.types.setTypeParser(20, Number);
const text = `select person.user_id, person.login, person.name, person.avatar_url, session.expires_at,
    (select json_agg(json_build_array(place.organization_id, place.login, place.name, place.avatar_url,
        member.viewer_can_administer))::text
      from host_memberships member join host_organizations place using (organization_id)
      where member.user_id = session.user_id) as memberships,
    (select json_agg(json_build_array(link.installation_id))::text
      from session_installations link where link.session_key = session.session_key) as links
  from sessions session join host_users person on person.user_id = session.user_id where session.session_key = $1`;
const server = createServer((request, response) => {
  const key = sessionKeyOf((request.headers.authorization ?? '').slice('Bearer '.length) as SessionId);
  pool.query({ name: 'session', text, values: [key] }).then(
    ({ rows }) => {
      response.writeHead(rows.length === 1 ? 200 : 401, headers);
      response.end(bytes);
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');
