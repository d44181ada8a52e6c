import staticFiles from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

export interface ConsoleAssetsOptions {
  /** Folder of the built page. */
  readonly folder: string;
  /** Resolves when the folder is complete; the first start builds it while the service already answers. */
  readonly built: Promise<void>;
}

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Serves the console: files by their name, and the page itself at every other address that is not part of the
 * API, so that its deep links work. Files under `/assets` carry a hash of their content and may be kept for ever.
 */
export const consoleAssets: FastifyPluginAsync<ConsoleAssetsOptions> = async (app, { folder, built }) => {
  await app.register(staticFiles, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Called for files that exist only: that one is missing must not be remembered.
    setHeaders: (reply, path) => {
      const kept = /[\\/]assets[\\/]/.test(path);
      reply.header('Cache-Control', kept ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (path === 'api' || path.startsWith('api/')) return reply.callNotFound();
      await built;
      return reply.sendFile(/\.[a-z0-9]+$/i.test(path) ? path : 'index.html');
    },
  });
};
