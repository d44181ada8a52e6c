import { createServer } from 'node:http';
import { createSqlStorage } from '../../server/src/storage.ts';
import { benchCipher } from '../worlds/database.ts';

/** Clears a database as the service does every ten minutes, when asked to: that is too long to wait for. */
const log = { debug() {}, info() {}, warn() {}, error() {} };
const storage = await createSqlStorage({ url: process.env.DATABASE_URL ?? '', cipher: benchCipher, log });
const server = createServer(async (request, response) => {
  if (request.url !== '/sweep') {
    response.writeHead(404).end();
    return;
  }
  const sessions = await storage.sessions.deleteExpired(new Date());
  await storage.deleteUnneeded(new Date());
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sessions }));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
