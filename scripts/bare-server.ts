import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Sends the same bytes to everybody: the most that Node.js can do with an answer of this size. */
const body = Buffer.from(String(workerData));
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
