import { createServer } from 'node:http';
import { repeatedAnswer } from './answer.ts';
import { prepareSessionQuery } from './session-query.ts';

/** A bare server that runs the service's session query and sends the same bytes when it finds a session. */
const { status, headers, bytes } = repeatedAnswer();
const hasSession = await prepareSessionQuery(process.env.DATABASE_URL ?? '');
const server = createServer(async (request, response) => {
  try {
    const found = hasSession(request.headers.authorization);
    const isThere = typeof found === 'boolean' ? found : await found;
    response.writeHead(isThere ? status : 401, headers);
    response.end(bytes);
  } catch {
    response.writeHead(500).end();
  }
});
server.listen(Number(process.env.PORT), '127.0.0.1');
