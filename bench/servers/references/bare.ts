import { createServer } from 'node:http';
import { repeatedAnswer } from './answer.ts';

/** Sends the same bytes with the same content headers to everybody: the most that Node.js can do with such an answer. */
const { status, headers, bytes } = repeatedAnswer();
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
