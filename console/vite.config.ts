import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from 'vite';
import { packCli } from '../cli/pack.ts';
import { packClient } from '../client/pack.ts';

const SERVICE_URL = process.env.ORGDESK_URL ?? 'http://localhost:3000';

/** From 10 on, brotli looks for the best encoding: 6 % less than at 9. At 11, 2 % less take three times as long. */
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
      : [documentPerFirstPage(), compressedCopies(), packages()]),
  ],
  resolve: { conditions: ['@orgdesk/source', ...defaultClientConditions] },
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
              // Inviting, and the list of invitations: no other page needs these.
              name: 'invitations',
              test: /\/(?:features\/invitations|contract\/src\/invitations\/rows)\//,
              minShareCount: 2,
              priority: 3,
              // What they import stays where others find it, or every page would fetch this.
              includeDependenciesRecursively: false,
            },
            {
              // What only pages for owners need, and the list of people: invitations, people, access and the audit log.
              name: 'owners',
              test: /\/(?:organization-choice|result-table|selection-frame|use-selection|use-start-run)[.]|\/lib\/download[.]|strings\/csv[.]|ShieldLockIcon|react\/dist\/(?:Checkbox|FeatureFlags|ProgressBar)/,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              // Batches of invitations, changes of people and exports, and what their forms share.
              name: 'jobs',
              test: /\/components\/(?:jobs\/(?!get-jobs|job-texts|job-reasons)|app-work\/(?!sign-in-step)|controls\/team-search)|\/reading\/all-teams|react\/dist\/Radio\//,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              // Changing people, and what their pages share.
              name: 'people',
              test: /\/features\/people\//,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              // The audit log, also for recent changes.
              name: 'trail',
              test: /\/features\/audit-trail\/|\/routes\/use-recent/,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              // The repositories of an installation, on two pages.
              name: 'installations',
              test: /\/features\/installations\/repositories[.]/,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              // People of all organizations.
              name: 'across',
              test: /\/features\/people\/across\/|\/routes\/people\/|\/contract\/src\/people\/across\//,
              minShareCount: 2,
              priority: 4,
              includeDependenciesRecursively: false,
            },
            {
              name: 'organization',
              test: /\/(?:features|routes)\/(?:organization|access)\//,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              // The organization as a file, and settings of teams.
              name: 'file',
              test: /\/features\/organization-file\/(?!editor-view)/,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            {
              // Lists of thousands of people.
              name: 'long-lists',
              test: /\/(?:windowed-rows|person-window)[.]|@tanstack\/(?:react-virtual|virtual-core)\//,
              minShareCount: 2,
              priority: 4,
              includeDependenciesRecursively: false,
            },
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
  'people.html': ['people/people-across-page'],
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
      const document = bundle['index.html'];
      if (document?.type !== 'asset') throw new Error('there is no built document');
      const written = String(document.source);
      for (const [fileName, pages] of Object.entries(FIRST_PAGES)) {
        const links = linksTo(pages, bundle).filter(({ href }) => !written.includes(href));
        const tags = links.map(({ rel, href }) => `  <link rel="${rel}" crossorigin href="${href}">\n  `);
        const source = written.replace('</head>', `${tags.join('')}</head>`);
        if (fileName === 'index.html') document.source = source;
        else this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** All that pages are made of. What a page imports comes before its own: styles of its own may overrule those. */
function linksTo(pages: readonly string[], bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entries = pages.map((page) => {
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/routes/${page}.tsx`));
    if (entry === undefined) throw new Error(`no script has the page ${page}`);
    return entry;
  });
  const scripts = [...new Set(entries.flatMap(({ imports, fileName }) => [...imports, fileName]))];
  const styles = scripts.flatMap((script) => {
    const chunk = chunks.find(({ fileName }) => fileName === script);
    return [...(chunk?.viteMetadata?.importedCss ?? [])];
  });
  return [
    ...scripts.map((name) => ({ rel: 'modulepreload', href: `/${name}` })),
    ...styles.map((name) => ({ rel: 'stylesheet', href: `/${name}` })),
  ];
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

/** Writes the packages of the client and the command line beside the page. */
function packages(): Plugin {
  return {
    name: 'packages',
    writeBundle: async ({ dir = '' }) => {
      await packClient(join(dir, 'client.tgz'));
      await packCli(join(dir, 'cli.tgz'));
    },
  };
}
