import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const SERVICE_URL = process.env.ORGDESK_URL ?? 'http://localhost:3000';

/** The best brotli takes a second longer than all the rest of the build, for a few percent less. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } };

/**
 * Builds the page into `dist`: hashed files, no inline script or style and no `data:` address of our
 * making, so that it runs under a strict content security policy. In development, `/api` goes to a
 * running service (`ORGDESK_URL`, by default http://localhost:3000).
 */
export default defineConfig(async ({ command }) => ({
  root: import.meta.dirname,
  // Only development needs the plugin (fast refresh); the build turns JSX into script by itself.
  plugins: [
    withoutPolyfills(),
    command === 'serve' ? (await import('@vitejs/plugin-react')).default() : compressedCopies(),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Libraries mark modules with "use client", which has no meaning outside server rendering.
      checks: { moduleLevelDirective: false },
      output: {
        // What several pages share comes in two pieces, not in a dozen: a page is then three files or four.
        codeSplitting: {
          groups: [
            { name: 'console', test: /console\/src\/main\.tsx$/, priority: 3 },
            {
              name: 'lists',
              test: /^(?!.*\/(?:features|routes)\/(?:organization|access)\/)/,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'organization', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    // The service refuses a POST whose Origin is another site; to it, this page is its own.
    proxy: { '/api': { target: SERVICE_URL, headers: { origin: new URL(SERVICE_URL).origin } } },
  },
}));

/** Leaves out what the design system brings for browsers that are older than any that can run this page. */
function withoutPolyfills(): Plugin {
  return {
    name: 'without-polyfills',
    enforce: 'pre',
    resolveId: (source) => (source === 'focus-visible' ? '\0nothing' : null),
    load: (id) => (id === '\0nothing' ? '' : null),
  };
}

/** Writes a brotli and a gzip copy beside each built text, so that the service need not compress while it answers. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    writeBundle: async ({ dir = '' }) => {
      const files = (await readdir(dir, { recursive: true })).filter((name) => /\.(?:js|css|html|svg)$/.test(name));
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name);
          const text = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text, QUICK));
          await writeFile(`${path}.gz`, await promisify(gzip)(text));
        }),
      );
    },
  };
}
