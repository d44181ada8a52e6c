import { createServer } from 'node:http';

/** Sends the same bytes with the same content headers to everybody: the most that Node.js can do with such an answer. */
const { status, headers, body } = JSON.parse(process.env.ANSWER ?? '') as {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
const bytes = Buffer.from(body, 'base64');
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
