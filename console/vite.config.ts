import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const SERVICE_URL = process.env.ORGDESK_URL ?? 'http://localhost:3000';

/** The first quality that looks for the best encoding: 6 % less than the one before. The last two percent would take thrice as long. */
const SMALL = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

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
    ...(command === 'serve'
      ? [(await import('@vitejs/plugin-react')).default()]
      : [documentPerFirstPage(), compressedCopies()]),
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

/** The document for each first part of an address, and the pages that it is likely to need; the service chooses by name. */
const FIRST_PAGES: Readonly<Record<string, readonly string[]>> = {
  'index.html': ['organizations-page'],
  'installations.html': ['installations-page'],
  'organizations.html': ['organization/organization-page', 'organization/overview-page'],
};

/**
 * Writes documents that name the files of the page at their address, so that a browser fetches those beside the first
 * script and not after it has run.
 */
function documentPerFirstPage(): Plugin {
  return {
    name: 'document-per-first-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const document = bundle['index.html'];
      if (document?.type !== 'asset') throw new Error('there is no built document');
      const written = String(document.source);
      for (const [fileName, pages] of Object.entries(FIRST_PAGES)) {
        const entries = pages.map(
          (page) =>
            chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/routes/${page}.tsx`)) ??
            this.error(`no script has the page ${page}`),
        );
        // What a page imports comes first: its styles may be meant to yield.
        const scripts = new Set(entries.flatMap((entry) => [...entry.imports, entry.fileName]));
        const styles = new Set(
          [...scripts].flatMap((script) => {
            const chunk = bundle[script];
            return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
          }),
        );
        const links = [
          ...[...scripts].map((name) => ['modulepreload', name] as const),
          ...[...styles].map((name) => ['stylesheet', name] as const),
        ]
          .filter(([, name]) => !written.includes(name))
          .map(([rel, name]) => `<link rel="${rel}" crossorigin href="/${name}">`);
        const source = written.replace('</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`);
        if (fileName === 'index.html') document.source = source;
        else this.emitFile({ type: 'asset', fileName, source });
      }
    },
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
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text, SMALL));
          await writeFile(`${path}.gz`, await promisify(gzip)(text));
        }),
      );
    },
  };
}
