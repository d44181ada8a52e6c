import { createServer } from 'node:http';
import { createNodeMiddleware, Webhooks } from '@octokit/webhooks';

/** The Node middleware of `@octokit/webhooks`, with one listener that does nothing. */
const webhooks = new Webhooks({ secret: process.env.SECRET ?? '' });
webhooks.onAny(() => {});
const middleware = createNodeMiddleware(webhooks, { path: '/api/install/webhook' });
const server = createServer((request, response) => {
  // The middleware leaves other requests unanswered.
  middleware(request, response).then(
    (isAnswered) => {
      if (!isAnswered) response.writeHead(404).end();
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');
