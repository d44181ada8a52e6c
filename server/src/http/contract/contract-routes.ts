import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import swaggerUi from '@fastify/swagger-ui';
import { GET_CONTRACT } from '@orgdesk/contract';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { everybody } from '../access.ts';
import { loadStaticFiles, type StaticFiles, sendStaticFile } from '../answers/static-files.ts';
import { addEndpoint } from './add-endpoint.ts';

/** Corrects markup of the library that no setting changes: landmarks, links in buttons, and levels of headings. */
const CONTRACT_PAGE_SCRIPT = `
const correct = () => {
  for (const [part, name] of [['.information-container', 'About'], ['.scheme-container', 'Authorization']]) {
    document.querySelector(part)?.setAttribute('role', 'region');
    document.querySelector(part)?.setAttribute('aria-label', name);
  }
  for (const table of document.querySelectorAll('table[role="region"]')) table.removeAttribute('role');
  for (const link of document.querySelectorAll('button a[href]')) link.removeAttribute('href');
  let level = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    level = Math.min(Number(heading.localName[1]), level + 1);
    heading.setAttribute('aria-level', String(level));
  }
};
new MutationObserver(correct).observe(document.documentElement, { childList: true, subtree: true });
`;

/** Registered with the API, so that its rate limit applies. */
export const contractRoutes: FastifyPluginAsync = async (app) => {
  addEndpoint(
    app,
    GET_CONTRACT,
    { access: everybody },
    sendOnceMade('application/json; charset=utf-8', () => JSON.stringify(app.swagger())),
  );
};

function sendOnceMade(type: string, make: () => string) {
  let made: Buffer | null = null;
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    made ??= Buffer.from(make());
    return reply.header('Content-Type', type).send(made);
  };
}

/** Written by the page's script. */
const SCRIPTED_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";
/** The style sheet embeds small images. */
const POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self' ${SCRIPTED_STYLE}; img-src 'self' data:; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Accessible colors and scrolling. Hides the server choice, which has no label and one entry. */
const STYLE = `
.swagger-ui .scheme-container .schemes > .schemes-server-container { display: none; }
.swagger-ui .info .title small { background: #57606a; }
.swagger-ui .info .title small.version-stamp { background: #3d6b00; }
.swagger-ui .info .base-url, .swagger-ui .info .url { color: #3b4151; }
.swagger-ui .btn.authorize { color: #116329; border-color: #116329; }
.swagger-ui .btn.authorize svg { fill: #116329; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0550ae; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #116329; }
.swagger-ui .parameter__in { color: #57606a; }
.swagger-ui .btn.cancel { color: #b3151f; border-color: #b3151f; }
.swagger-ui .btn.execute { background-color: #0550ae; border-color: #0550ae; }
.swagger-ui .download-contents { background: #424a53; }
.swagger-ui .highlight-code > .microlight { max-height: none; overflow-wrap: anywhere; white-space: pre-wrap; }
`;

export const contractPages: FastifyPluginAsync = async (app) => {
  const ours = answersFromMemory(app);
  // The plugin would read a file or generate the document for each request.
  app.addHook('onRoute', (route) => {
    route.handler = ours.get(route.url) ?? route.handler;
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    // Hides the top bar, which opens other documents.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
    theme: {
      title: 'orgdesk API',
      css: [{ filename: 'colors.css', content: STYLE }],
      js: [{ filename: 'markup.js', content: CONTRACT_PAGE_SCRIPT }],
    },
  });
};

const FILES = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/static/swagger-ui.css'));

function answersFromMemory(app: FastifyInstance): ReadonlyMap<string, RouteHandlerMethod> {
  let files: Promise<StaticFiles> | null = null;
  return new Map<string, RouteHandlerMethod>([
    [
      '/docs/static/*',
      async (request, reply) => {
        files ??= loadStaticFiles(FILES);
        const file = (await files).get(Object(request.params)['*']);
        return file === undefined ? reply.callNotFound() : sendStaticFile(request, reply, file, 'no-cache');
      },
    ],
    ['/docs/json', sendOnceMade('application/json; charset=utf-8', () => JSON.stringify(app.swagger()))],
    ['/docs/yaml', sendOnceMade('application/x-yaml', () => app.swagger({ yaml: true }))],
  ]);
}
