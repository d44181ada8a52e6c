import type { FastifyPluginAsync } from 'fastify';
import { loadStaticFiles, type StaticFiles, sendStaticFile } from './static-files.ts';

export interface ConsoleAssetsOptions {
  readonly folder: string;
  /** Resolves when the folder is complete. The first start builds it in the background. */
  readonly built: Promise<void>;
}

const KEPT_FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** Paths of the API and of operators, however they are written. */
const NO_PAGE = /^(api|healthz|readyz)(\/|$)/i;

/**
 * Serves the console from memory. Other paths outside the API return the page, for deep links. Names under `/assets`
 * contain a content hash.
 */
export const consoleAssets: FastifyPluginAsync<ConsoleAssetsOptions> = async (app, { folder, built }) => {
  const loaded = built.then(() => loadStaticFiles(folder));
  // Requests for files report the error.
  loaded.catch(() => {});

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (NO_PAGE.test(path)) return reply.callNotFound();
      const files = await loaded;
      const name = /\.[a-z0-9]+$/i.test(path) ? path : documentAt(path, files);
      const file = files.get(name);
      if (file === undefined) return reply.callNotFound();
      return sendStaticFile(request, reply, file, name.startsWith('assets/') ? KEPT_FOR_A_YEAR : 'no-cache');
    },
  });
};

/** Some routes have a document that preloads other files. */
function documentAt(path: string, files: StaticFiles): string {
  const [first = ''] = path.split('/', 1);
  return files.has(`${first}.html`) ? `${first}.html` : 'index.html';
}
