import { Agent, request as askOther, createServer } from 'node:http';

/** Passes each request on to `TARGET` with the credential of `TOKEN`, over connections that stay open, and its answer back. */
const target = new URL(process.env.TARGET ?? '');
const agent = new Agent({ keepAlive: true });
const server = createServer((request, response) => {
  const { 'content-type': contentType = 'text/plain', 'content-length': contentLength = '0' } = request.headers;
  const headers = {
    authorization: `Bearer ${process.env.TOKEN}`,
    'content-type': contentType,
    'content-length': contentLength,
    'user-agent': 'bench',
  };
  const passedOn = askOther(target, { method: request.method, agent, headers }, (answer) => {
    const { 'content-type': type = 'text/plain', 'content-length': length = '0' } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, { 'content-type': type, 'content-length': length });
    answer.pipe(response);
  });
  passedOn.once('error', () => response.destroy());
  request.pipe(passedOn);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
