import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { PackageStore } from '../../ports/storage/packages.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { KEPT_FOR_A_YEAR } from './cache-control.ts';
import { NOT_FOUND } from './last-resort.ts';
import { type StaticFile, type StaticFiles, sendStaticFile } from './static-files.ts';

export interface PackageFilesDeps {
  readonly packages: PackageStore;
  readonly clock: Clock;
  readonly log: Log;
}

interface PackageFilesOptions extends PackageFilesDeps {
  readonly loaded: Promise<StaticFiles>;
}

interface Package {
  readonly name: string;
  readonly kind: string;
  readonly file: StaticFile;
}

const KINDS = ['client', 'cli'] as const;
const NAME = /^(?:client|cli)-[0-9a-f]{32}\.tgz$/;

/**
 * Serves the packages below addresses that contain the hash of their content. What was served once, by any instance and
 * version, is kept in the database, because lock files name the address and the hash.
 */
export const packageFiles: FastifyPluginAsync<PackageFilesOptions> = async (app, { loaded, packages, clock, log }) => {
  const kept = new Set<string>();

  async function keep({ name, kind, file }: Package): Promise<void> {
    if (kept.has(name)) return;
    try {
      await packages.keep({ name, kind, bytes: file.plain.bytes }, clock.now());
      kept.add(name);
    } catch (error) {
      // The next request tries again; this one has what it asked for.
      log.warn({ err: error, package: name }, 'could not keep a copy of a package');
    }
  }

  async function packageOf(kind: string): Promise<Package | null> {
    const file = (await loaded).get(`${kind}.tgz`);
    if (file === undefined) return null;
    const hash = createHash('sha256').update(file.plain.bytes).digest('hex').slice(0, 32);
    return { name: `${kind}-${hash}.tgz`, kind, file };
  }

  for (const kind of KINDS) {
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
      if (!NAME.test(name)) return reply.code(404).send(NOT_FOUND);
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
