import type { FastifyPluginAsync } from 'fastify';
import { loadStaticFiles, type StaticFiles, sendStaticFile } from './static-files.ts';

export interface ConsoleAssetsOptions {
  /** Folder of the built page. */
  readonly folder: string;
  /** Resolves when the folder is complete; the first start builds it while the service already answers. */
  readonly built: Promise<void>;
}

const KEPT_FOR_A_YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the console from memory: files by their name, and the page itself at every other address that is not part
 * of the API, so that its deep links work. Files under `/assets` carry a hash of their content and may be kept for
 * ever.
 */
export const consoleAssets: FastifyPluginAsync<ConsoleAssetsOptions> = async (app, { folder, built }) => {
  const loaded = built.then(() => loadStaticFiles(folder));
  // Who asks for a file learns that there is none.
  loaded.catch(() => {});

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (path === 'api' || path.startsWith('api/')) return reply.callNotFound();
      const files = await loaded;
      const name = /\.[a-z0-9]+$/i.test(path) ? path : documentAt(path, files);
      const file = files.get(name);
      if (file === undefined) return reply.callNotFound();
      return sendStaticFile(request, reply, file, name.startsWith('assets/') ? KEPT_FOR_A_YEAR : 'no-cache');
    },
  });
};

/** The built page has a document of its own for some first parts of an address: it differs in what is fetched early. */
function documentAt(path: string, files: StaticFiles): string {
  const [first = ''] = path.split('/', 1);
  return files.has(`${first}.html`) ? `${first}.html` : 'index.html';
}
