import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { repeatedAnswer } from './answer.ts';

/** Reads each body as a whole, hashes it with the secret, and answers with the same bytes. */
const secret = process.env.SECRET ?? '';
const { headers, bytes } = repeatedAnswer();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    const digest = createHmac('sha256', secret).update(Buffer.concat(chunks)).digest('hex');
    const isRight = request.headers['x-hub-signature-256'] === `sha256=${digest}`;
    response.writeHead(isRight ? 200 : 403, headers);
    response.end(bytes);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
