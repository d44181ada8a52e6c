import { createHash } from 'node:crypto';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import type { FastifyPluginAsync } from 'fastify';
import type { PackageStore } from '../../database/packages.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { NOT_FOUND } from './last-resort.ts';
import { loadStaticFiles, type StaticFile, type StaticFiles, sendStaticFile } from './static-files.ts';

/** `Cache-Control` of addresses whose content never changes. */
const KEPT_FOR_A_YEAR = 'public, max-age=31536000, immutable';

interface PackageServices {
  readonly runtime: Runtime;
  readonly packages: PackageStore;
}

interface Package {
  readonly name: string;
  readonly kind: string;
  readonly file: StaticFile;
}

const PACKAGE_KINDS = ['client', 'cli'] as const;

const PACKAGE_NAME = /^(?:client|cli)-[0-9a-f]{32}\.tgz$/;

/**
 * Serves the packages below addresses that contain the hash of their content. What was served once, by any instance and
 * version, is kept in the database, because lock files name the address and the hash.
 */
const packageFiles: FastifyPluginAsync<PackageServices & { readonly loaded: Promise<StaticFiles> }> = async (
  app,
  { runtime, packages, loaded },
) => {
  const kept = new Set<string>();

  async function keep({ name, kind, file }: Package): Promise<void> {
    if (kept.has(name)) return;
    try {
      await packages.keep({ name, kind, bytes: file.plain.bytes }, runtime.clock.now());
      kept.add(name);
    } catch (error) {
      // The next request tries again; this one has what it asked for.
      runtime.log.warn({ err: error, package: name }, 'could not keep a copy of a package');
    }
  }

  async function packageOf(kind: string): Promise<Package | null> {
    const file = (await loaded).get(`${kind}.tgz`);
    if (file === undefined) return null;
    const hash = createHash('sha256').update(file.plain.bytes).digest('hex').slice(0, 32);
    return { name: `${kind}-${hash}.tgz`, kind, file };
  }

  for (const kind of PACKAGE_KINDS) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${kind}.tgz`,
      schema: { hide: true },
      handler: async (_request, reply) => {
        const found = await packageOf(kind);
        if (found === null) return reply.code(404).send(NOT_FOUND);
        await keep(found);
        return reply.header('Cache-Control', 'no-cache').redirect(`/packages/${found.name}`, 302);
      },
    });
  }

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/packages/:name',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params;
      if (!PACKAGE_NAME.test(name)) return reply.code(404).send(NOT_FOUND);
      const current = await packageOf(name.replace(/-.*/, ''));
      if (current?.name === name) {
        await keep(current);
        return sendStaticFile(request, reply, current.file, KEPT_FOR_A_YEAR);
      }
      const bytes = await packages.find(name);
      if (bytes === null) return reply.code(404).send(NOT_FOUND);
      const file = {
        type: 'application/gzip',
        plain: { bytes: Buffer.from(bytes), etag: `"${name}"` },
        compressed: new Map(),
      };
      return sendStaticFile(request, reply, file, KEPT_FOR_A_YEAR);
    },
  });
};

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
export const consoleAssets: FastifyPluginAsync<ConsoleAssetsOptions & PackageServices> = async (
  app,
  { folder, built, ...services },
) => {
  const loaded = built.then(() => loadStaticFiles(folder));
  // Requests for files report the error.
  loaded.catch(() => {});
  await app.register(packageFiles, { loaded, ...services });

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
