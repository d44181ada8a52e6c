import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import type { FastifyPluginAsync } from 'fastify';
import { KEPT_FOR_A_YEAR } from './cache-control.ts';
import { type PackageFilesDeps, packageFiles } from './package-files.ts';
import { loadStaticFiles, type StaticFiles, sendStaticFile } from './static-files.ts';

export interface ConsoleAssetsOptions {
  readonly folder: string;
  /** Resolves when the folder is complete. The first start builds it in the background. */
  readonly built: Promise<void>;
}

/** First parts of the paths of all endpoints. No page is below them, however they are written. */
const NO_PAGES: ReadonlySet<string> = new Set(ENDPOINTS.map(({ path }) => firstPartOf(path.slice(1))));

/**
 * Serves the console from memory. Other paths outside the API return the page, for deep links. Names under `/assets`
 * contain a content hash.
 */
export const consoleAssets: FastifyPluginAsync<ConsoleAssetsOptions & PackageFilesDeps> = async (
  app,
  { folder, built, ...packageDeps },
) => {
  const loaded = built.then(() => loadStaticFiles(folder));
  // Requests for files report the error.
  loaded.catch(() => {});
  await app.register(packageFiles, { loaded, ...packageDeps });

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (NO_PAGES.has(firstPartOf(path).toLowerCase())) return reply.callNotFound();
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
  const first = firstPartOf(path);
  return files.has(`${first}.html`) ? `${first}.html` : 'index.html';
}

function firstPartOf(path: string): string {
  const [first = ''] = path.split('/', 1);
  return first;
}
